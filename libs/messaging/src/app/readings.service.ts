import { Channels } from '@app/channels';
import { Organizations } from '@app/identity';
import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { TopicIsUnknown } from '../domain/errors';
import { BIT, MOST_TOLD } from '../domain/flag';
import { readTopic } from '../domain/topic';
import { FlagRepository } from '../store/flag.repository';
import { ReadStateRepository } from '../store/read-state.repository';
import { Compactions } from './compactions.service';
import { FlagClientEvents } from './flag.client-events';
import { Horizon } from './horizon';

/** Who writes is done within milliseconds; for anybody slower the event names what was read. */
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 2;

/** Marking much as read at once. Ids of what was unread are returned, ascending: the newest that clients know of. */
@Injectable()
export class Readings {
  constructor(
    private readonly readState: ReadStateRepository,
    private readonly flags: FlagRepository,
    private readonly compactions: Compactions,
    private readonly horizon: Horizon,
    private readonly channels: Channels,
    private readonly organizations: Organizations,
    private readonly clients: FlagClientEvents,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Exactly what the actor could see: a message with a lower id that is just being sent is unread when it comes. So the
   * floor rises to the horizon, and what is visible above it gets bits.
   */
  @Raises('MessagesRead')
  async readAll(actor: Actor): Promise<MessageId[]> {
    const { userId } = actor;
    const horizon = await this.horizon.look();
    return this.transactions.run([lock.user(userId)], async () => {
      const ids = await this.readState.unreadIds(userId, MOST_TOLD);
      const isAboveKnown = ids.length < MOST_TOLD || ids[0] <= horizon;
      const above = isAboveKnown ? ids.filter((id) => id > horizon) : await this.readState.unreadAbove(userId, horizon);
      await this.readState.markRead(userId, above);
      await this.flags.clearUnread(userId);
      await this.readState.raiseFloor(userId, horizon);
      if (ids.length === 0) return ids;
      await this.events.raise('MessagesRead', actor);
      if (await this.isAllThatTheLogTells(actor, horizon)) this.clients.tellAllRead(actor);
      else this.tell(actor, ids);
      return ids;
    });
  }

  /** A channel. @throws ChannelIdIsInvalid for an unknown one and for one that the actor may not read */
  async readWholeChannel(actor: Actor, channelId: ChannelId): Promise<MessageId[]> {
    await this.channels.get(actor, channelId);
    return this.readChannel(actor, channelId);
  }

  /** A topic. @throws ChannelIdIsInvalid, TopicIsUnknown for one in which the actor has received nothing */
  async readTopic(actor: Actor, channelId: ChannelId, written: string): Promise<MessageId[]> {
    await this.channels.get(actor, channelId);
    const topic = readTopic(written.trim(), (await this.organizations.of(actor)).emptyTopicName);
    if (!(await this.readState.hasReceivedIn(actor.userId, channelId, topic))) throw new TopicIsUnknown(written);
    return this.readChannel(actor, channelId, topic);
  }

  /** A channel, or one of its topics, whether or not it may be read. */
  @Raises('MessagesRead')
  async readChannel(actor: Actor, channelId: ChannelId, topic: string | null = null): Promise<MessageId[]> {
    const { ids, hasNewBlock } = await this.transactions.run([lock.user(actor.userId)], async () => {
      const ids = await this.readState.unreadIn(actor.userId, channelId, topic);
      const hasNewBlock = await this.readState.markRead(actor.userId, ids);
      await this.flags.clear(actor.userId, ids, BIT.unread);
      if (ids.length > 0) await this.events.raise('MessagesRead', actor);
      return { ids: this.tell(actor, ids.slice(-MOST_TOLD)), hasNewBlock };
    });
    if (hasNewBlock) await this.compactions.compactIfLarge(actor.userId);
    return ids;
  }

  /**
   * Whether "all is read" says of every message that the log tells of before, and only of those, that it is read. The log
   * is in the order of transaction ids: so nobody who drew theirs before may still be writing, and nothing that they wrote
   * may have come since the unread messages were read. To be asked after the first write.
   */
  private async isAllThatTheLogTells({ userId }: Actor, horizon: number): Promise<boolean> {
    for (let looks = 1; await this.readState.isSomebodyWriting(); looks++) {
      if (looks === LOOKS) return false;
      await setTimeout(BETWEEN_LOOKS_MS);
    }
    return (await this.readState.unreadAbove(userId, horizon)).length === 0;
  }

  private tell({ organizationId, userId }: Actor, messageIds: MessageId[]): MessageId[] {
    if (messageIds.length > 0) {
      this.clients.tellChanged(organizationId, userId, { operation: 'add', flag: 'read', messageIds });
    }
    return messageIds;
  }
}
