import { Channels } from '@app/channels';
import { Organizations } from '@app/identity';
import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { TopicIsUnknown } from '../errors';
import { MOST_TOLD } from '../received/flag';
import { readTopic } from '../topics/topic';
import { FlagRepository } from '../records/flag.repository';
import { ReadStateRepository } from '../records/read-state.repository';
import { FlagClientEvents } from '../flags/flag.client-events';
import { Flags } from '../flags/flags.service';
import { MessageIdWatermark } from '../watermark/message-id-watermark.service';

/**
 * Transactions that write are done within milliseconds; for one that takes longer the event names what was read. Whoever waits
 * for an older one holds up no events: that one does.
 */
const LOOKS = 20;
const BETWEEN_LOOKS_MS = 5;

/** Messages that are marked as read in one transaction: some 50 ms. Tests make it smaller. */
export const READ_BATCH = { size: 5_000 };

/** Marking much as read at once. Ids of what was unread are returned, ascending: the newest that clients know of. */
@Injectable()
export class Readings {
  constructor(
    private readonly readState: ReadStateRepository,
    private readonly flags: FlagRepository,
    private readonly messageFlags: Flags,
    private readonly watermark: MessageIdWatermark,
    private readonly channels: Channels,
    private readonly organizations: Organizations,
    private readonly clients: FlagClientEvents,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Exactly what the actor could see: a message with a lower id that is just being sent is unread when it comes. So the
   * floor rises to the watermark, and what is visible above it gets bits.
   */
  @Raises('MessagesRead')
  async readAll(actor: Actor): Promise<MessageId[]> {
    const { userId } = actor;
    await this.readMarked(actor);
    const watermark = await this.watermark.look();
    return this.transactions.run([lock.user(userId)], async () => {
      const ids = await this.readState.unreadIds(userId, MOST_TOLD);
      const isAboveKnown = ids.length < MOST_TOLD || ids[0] <= watermark;
      const above = isAboveKnown
        ? ids.filter((id) => id > watermark)
        : await this.readState.unreadAbove(userId, watermark);
      await this.readState.markRead(userId, above);
      await this.flags.clearUnread(userId);
      await this.readState.raiseFloor(userId, watermark);
      if (ids.length === 0) return ids;
      await this.events.raise('MessagesRead', actor);
      if (await this.isAllThatTheLogTells(actor, watermark)) this.clients.tellAllRead(actor);
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
    const topic = readTopic(written.trim(), (await this.organizations.cached(actor)).emptyTopicName);
    if (!(await this.readState.hasReceivedIn(actor.userId, channelId, topic))) throw new TopicIsUnknown(written);
    return this.readChannel(actor, channelId, topic);
  }

  /**
   * In batches, oldest first: each is an event of its own. What comes meanwhile is unread. A request that is cut off has
   * marked the first ones; the client asks again.
   */
  async readChannel(actor: Actor, channelId: ChannelId, topic: string | null = null): Promise<MessageId[]> {
    const unread = await this.readState.unreadIn(actor.userId, channelId, topic);
    const read: MessageId[] = [];
    for (let at = 0; at < unread.length; at += READ_BATCH.size) {
      const { messageIds } = await this.messageFlags.read(actor, unread.slice(at, at + READ_BATCH.size));
      read.push(...messageIds);
    }
    return read.slice(-MOST_TOLD);
  }

  /** A floor reads any number of messages at once, but each mark is a row: of many, all but the last batch go before it. */
  private async readMarked(actor: Actor): Promise<void> {
    for (let after = 0; ;) {
      const ids = await this.flags.unreadMarks(actor.userId, after, READ_BATCH.size);
      if (ids.length < READ_BATCH.size) return;
      await this.messageFlags.read(actor, ids);
      after = ids[ids.length - 1];
    }
  }

  /**
   * Whether "all is read" says of every message that the log tells of before, and only of those, that it is read. The log
   * is in the order of transaction ids: so no transaction with an older id may be under way, and nothing that one wrote may
   * have come since the unread messages were read. To be asked after the first write, which drew this transaction's id.
   */
  private async isAllThatTheLogTells({ userId }: Actor, watermark: number): Promise<boolean> {
    for (let looks = 1; await this.readState.isOlderOneUnderWay(); looks++) {
      if (looks === LOOKS) return false;
      await setTimeout(BETWEEN_LOOKS_MS);
    }
    return (await this.readState.unreadAbove(userId, watermark)).length === 0;
  }

  private tell({ organizationId, userId }: Actor, messageIds: MessageId[]): MessageId[] {
    if (messageIds.length > 0) {
      this.clients.tellChanged(organizationId, userId, { operation: 'add', flag: 'read', messageIds });
    }
    return messageIds;
  }
}
