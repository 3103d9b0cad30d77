import { Channels } from '@app/channels';
import { Organizations } from '@app/identity';
import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { TopicIsUnknown } from '../errors';
import { MAX_TOLD } from '../received/flag';
import { readTopic } from '../topics/topic';
import { FlagRepository } from '../records/flag.repository';
import { ReadStateRepository } from '../records/read-state.repository';
import { FlagClientEvents } from '../flags/flag.client-events';
import { Flags } from '../flags/flags.service';
import { MessageIdWatermark } from '../watermark/message-id-watermark.service';

/**
 * The number of checks for older transactions, which usually end within milliseconds. If one takes longer, the event
 * lists the read messages. Waiting delays no further events, because the older transaction delays them anyway.
 */
const LOOKS = 20;
const BETWEEN_LOOKS_MS = 5;

/** The number of messages that one transaction marks as read, in about 50 ms. Tests reduce it. */
export const READ_BATCH = { size: 5_000 };

/**
 * Marks many messages as read at once. Returns the ids of the messages that were unread, ascending: the newest ones, as
 * far as clients know them.
 */
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
   * Marks exactly what the actor could see. A message with a lower id that is still being sent remains unread. So the
   * floor rises to the watermark, and visible messages above it get bits.
   */
  @Raises('MessagesRead')
  async readAll(actor: Actor): Promise<MessageId[]> {
    const { userId } = actor;
    await this.readMarked(actor);
    const watermark = await this.watermark.look();
    return this.transactions.run([lock.user(userId)], async () => {
      const ids = await this.readState.unreadIds(userId, MAX_TOLD);
      const isAboveKnown = ids.length < MAX_TOLD || ids[0]! <= watermark;
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

  /** Marks the messages of a channel as read. */
  async readWholeChannel(actor: Actor, channelId: ChannelId): Promise<MessageId[]> {
    await this.channels.get(actor, channelId);
    return this.readChannel(actor, channelId);
  }

  /** Marks the messages of a topic as read. */
  async readTopic(actor: Actor, channelId: ChannelId, written: string): Promise<MessageId[]> {
    await this.channels.get(actor, channelId);
    const topic = readTopic(written.trim(), (await this.organizations.cached(actor)).emptyTopicName);
    if (!(await this.readState.hasReceivedIn(actor.userId, channelId, topic))) throw new TopicIsUnknown(written);
    return this.readChannel(actor, channelId, topic);
  }

  /**
   * Works in batches, oldest first, each with its own event. Messages that arrive meanwhile remain unread. If the
   * request is aborted, the first batches are done, and the client repeats the request.
   */
  async readChannel(actor: Actor, channelId: ChannelId, topic: string | null = null): Promise<MessageId[]> {
    const unread = await this.readState.unreadIn(actor.userId, channelId, topic);
    const read: MessageId[] = [];
    for (let at = 0; at < unread.length; at += READ_BATCH.size) {
      const { messageIds } = await this.messageFlags.read(actor, unread.slice(at, at + READ_BATCH.size));
      read.push(...messageIds);
    }
    return read.slice(-MAX_TOLD);
  }

  /**
   * A floor covers any number of messages, but each mark is a row. If there are many, all but the last batch are
   * removed first.
   */
  private async readMarked(actor: Actor): Promise<void> {
    for (let after = 0; ;) {
      const ids = await this.flags.unreadMarks(actor.userId, after, READ_BATCH.size);
      if (ids.length < READ_BATCH.size) return;
      await this.messageFlags.read(actor, ids);
      after = ids.at(-1)!;
    }
  }

  /**
   * Whether an event "all is read" is true for exactly the messages that earlier log entries contain. The log is
   * ordered by transaction id. So no transaction with an older id may be open, and none may have written since the
   * unread messages were read. Called after the first write, which assigned this transaction's id.
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
