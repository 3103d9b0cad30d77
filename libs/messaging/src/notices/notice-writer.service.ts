import { ChannelActivityChanges, FirstMessages, Postings } from '@app/channels';
import { Users } from '@app/identity';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Lock, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT, idsWith, marksOf } from '../received/flag';
import { ConversationRepository } from '../records/conversation.repository';
import { FlagRepository } from '../records/flag.repository';
import type { StoredNotice } from './notice.repository';
import { ReadStateRepository } from '../records/read-state.repository';
import { ResolutionNoticeRepository } from './resolution-notice.repository';
import { ResolutionReaders } from './resolution-readers.service';
import type { PreparedMessage } from '../writing/message-preparation.service';
import { MessageWriter } from '../writing/message-writer.service';
import { personOf } from '../message-views/message-object.client-events';

/** Writes notices like all other messages. The server's bots may post everywhere. */
@Injectable()
export class NoticeWriter {
  constructor(
    private readonly writer: MessageWriter,
    private readonly postings: Postings,
    private readonly firstMessages: FirstMessages,
    private readonly activityChanges: ChannelActivityChanges,
    private readonly conversations: ConversationRepository,
    private readonly readState: ReadStateRepository,
    private readonly resolutions: ResolutionNoticeRepository,
    private readonly resolutionReaders: ResolutionReaders,
    private readonly flags: FlagRepository,
    private readonly users: Users,
    private readonly transactions: Transactions,
  ) {}

  /** One transaction. `claim` returns in it whether the notice is still to be sent. */
  async send(prepared: PreparedMessage, notice: StoredNotice, claim: () => Promise<boolean>): Promise<void> {
    await this.transactions.run(locksOf(notice), async () => {
      if (!(await claim())) return;
      if (notice.channelId === null) await this.toPeople(prepared, notice.recipientIds);
      else await this.toChannel(prepared, notice.channelId, notice);
    });
  }

  /**
   * Sends the text to each of some users, without a stored notice. Returns the ids of the messages, one for each active
   * user.
   */
  sendTo(prepared: PreparedMessage, userIds: readonly UserId[]): Promise<MessageId[]> {
    return this.transactions.run([], () => this.toPeople(prepared, userIds));
  }

  private async toChannel(
    prepared: PreparedMessage,
    channelId: ChannelId,
    { topic, readerId, resolutionOf }: StoredNotice,
  ): Promise<void> {
    const isResolution = typeof resolutionOf === 'number';
    if (isResolution && !(await this.resolutions.isThere(resolutionOf, channelId, topic))) return;
    const posting = await this.postings.open(prepared.actor, channelId);
    if (!posting) return;
    const { channel, position } = posting;
    const id = position as MessageId;
    if (readerId !== null) await this.readState.markRead(readerId, [id]);
    if (isResolution) await this.resolutions.insert(id);
    if (posting.isDormant) await this.activityChanges.wake(prepared.actor.organizationId, channelId);
    if (posting.isEmpty) await this.firstMessages.tell(prepared.actor.organizationId, channelId, id);
    const marks = marksOf({ mentionedIds: [], alertedIds: prepared.alertedIds });
    const alerted = await this.flags.markSubscribers(channelId, id, marks);
    const unreadForIds = isResolution ? await this.leaveUnread(prepared, channelId, topic, id, readerId) : undefined;
    await this.writer.write(prepared, {
      id,
      topic: channel.topicsPolicy === 'empty_topic_only' ? '' : topic,
      channel: { id: channel.id, name: channel.name, isPrivate: channel.isPrivate },
      conversation: null,
      isReceivedBySender: channel.isSubscribed,
      mentionedIds: [],
      alertedIds: idsWith(alerted, BIT.alertWord),
      topicMentionedIds: [],
      readByIds: readerId === null ? [] : [readerId],
      ...(unreadForIds ? { unreadForIds } : {}),
    });
  }

  /** Marks the notice as unread for those who want that, except the acting user. Returns them. */
  private async leaveUnread(
    { actor }: PreparedMessage,
    channelId: ChannelId,
    topic: string,
    id: MessageId,
    readerId: UserId | null,
  ): Promise<UserId[]> {
    const userIds = await this.resolutionReaders.leftUnread(actor.organizationId, channelId, topic);
    const marks = userIds.filter((userId) => userId !== readerId).map((userId) => ({ userId, bits: BIT.unread }));
    return idsWith(await this.flags.markSubscribers(channelId, id, marks), BIT.unread);
  }

  /** Users who were deactivated meanwhile receive nothing. */
  private async toPeople(prepared: PreparedMessage, userIds: readonly UserId[]): Promise<MessageId[]> {
    const { actor } = prepared;
    const users = await this.users.byIds(actor.organizationId, userIds);
    const activeIds = userIds.filter((id) => users.get(id)?.isActive);
    const pairs = await this.conversations.openPairs(actor.organizationId, actor.userId, activeIds);
    for (const opened of pairs) {
      const people = [users.get(opened.userId)!, { ...actor, id: actor.userId }];
      const participants = people.sort((one, other) => one.id - other.id).map(personOf);
      const alertedIds = prepared.alertedIds.filter((id) => id === opened.userId);
      await this.flags.mark(opened.messageId, marksOf({ mentionedIds: [], alertedIds }));
      await this.writer.write(prepared, {
        id: opened.messageId,
        topic: '',
        channel: null,
        conversation: { id: opened.conversationId, participants },
        isReceivedBySender: true,
        mentionedIds: [],
        alertedIds,
        topicMentionedIds: [],
      });
    }
    return pairs.map(({ messageId }) => messageId);
  }
}

/**
 * The exclusive lock of the channel: users who do not receive the message may have to be told that it is the channel's
 * first one.
 */
function locksOf({ channelId, readerId }: StoredNotice): Lock[] {
  if (channelId === null) return [];
  return [lock.channel(channelId), ...(readerId === null ? [] : [lock.user(readerId)])];
}
