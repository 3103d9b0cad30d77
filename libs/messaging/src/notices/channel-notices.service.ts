import { ChannelActivityChanges, FirstMessages, Postings } from '@app/channels';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { BIT, idsWith, marksOf } from '../received/flag';
import { FlagRepository } from '../records/flag.repository';
import { ReadStateRepository } from '../records/read-state.repository';
import type { PreparedMessage } from '../writing/message-preparation.service';
import { MessageWriter } from '../writing/message-writer.service';
import type { StoredNotice } from './notice.repository';
import { ResolutionNoticeRepository } from './resolution-notice.repository';
import { ResolutionReaders } from './resolution-readers.service';

/** Notices in channels. Called in the transaction that holds the channel's lock. */
@Injectable()
export class ChannelNotices {
  constructor(
    private readonly writer: MessageWriter,
    private readonly postings: Postings,
    private readonly firstMessages: FirstMessages,
    private readonly activityChanges: ChannelActivityChanges,
    private readonly readState: ReadStateRepository,
    private readonly resolutions: ResolutionNoticeRepository,
    private readonly resolutionReaders: ResolutionReaders,
    private readonly flags: FlagRepository,
  ) {}

  /** Writes nothing where the channel is gone, or where the topic of a notice about its resolution moved meanwhile. */
  async write(
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
}
