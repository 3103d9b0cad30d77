import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT } from '../domain/flag';
import { FlagRepository } from '../store/flag.repository';
import { ReadStateRepository } from '../store/read-state.repository';
import { Compactions } from './compactions.service';
import { FlagClientEvents } from './flag.client-events';
import { Horizon } from './horizon';

/** Marking much as read at once. Ids of what was unread are returned, ascending. */
@Injectable()
export class Readings {
  constructor(
    private readonly readState: ReadStateRepository,
    private readonly flags: FlagRepository,
    private readonly compactions: Compactions,
    private readonly horizon: Horizon,
    private readonly clients: FlagClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Exactly what the actor could see: a message with a lower id that is just being sent is unread when it comes. So the
   * floor rises to the horizon, and what is visible above it gets bits.
   */
  async readAll(actor: Actor): Promise<MessageId[]> {
    const horizon = await this.horizon.look();
    return this.transactions.run([lock.user(actor.userId)], async () => {
      const ids = await this.readState.unreadIds(actor.userId);
      await this.readState.markRead(
        actor.userId,
        ids.filter((id) => id > horizon),
      );
      await this.flags.clear(actor.userId, ids, BIT.unread);
      await this.readState.raiseFloor(actor.userId, horizon);
      return this.told(actor, ids);
    });
  }

  /** A channel, or one of its topics. */
  async readChannel(actor: Actor, channelId: ChannelId, topic: string | null = null): Promise<MessageId[]> {
    const { ids, hasNewBlock } = await this.transactions.run([lock.user(actor.userId)], async () => {
      const ids = await this.readState.unreadIn(actor.userId, channelId, topic);
      const hasNewBlock = await this.readState.markRead(actor.userId, ids);
      await this.flags.clear(actor.userId, ids, BIT.unread);
      return { ids: this.told(actor, ids), hasNewBlock };
    });
    if (hasNewBlock) await this.compactions.compactIfLarge(actor.userId);
    return ids;
  }

  private told({ organizationId, userId }: Actor, messageIds: MessageId[]): MessageId[] {
    if (messageIds.length > 0) {
      this.clients.tellChanged(organizationId, userId, { operation: 'add', flag: 'read', messageIds });
    }
    return messageIds;
  }
}
