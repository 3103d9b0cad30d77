import { ChannelAccess, ChannelForActor, Channels, OpenPosting, Postings, Subscriptions } from '@app/channels';
import { Permissions } from '@app/identity';
import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  ChannelDoesNotExist,
  ChannelWildcardIsNotPermitted,
  PostingIsNotPermitted,
  SendingIsNotAuthorized,
  TopicWildcardIsNotPermitted,
} from '../domain/errors';
import { BIT, idsWith, marksOf } from '../domain/flag';
import { assertTopicIsAllowed, normaliseTopic } from '../domain/topic';
import { FlagRepository } from '../store/flag.repository';
import { MessageRepository } from '../store/message.repository';
import { Dispatches, Draft, PreparedMessage } from './dispatches.service';

export interface ChannelDraft extends Draft {
  /** By id or by name. */
  readonly channel: number | string;
  readonly topic: string;
}

/** Up to so many readers or writers everybody may call them all. */
const FEW = 15;

/** Ids are far below; a greater one would name the lock of something else. */
const LARGEST_CHANNEL_ID = 2 ** 47;

/** Sending to channels. The cost of a send does not depend on how many receive it (ARCHITECTURE.md section 4). */
@Injectable()
export class ChannelMessages {
  constructor(
    private readonly postings: Postings,
    private readonly channels: Channels,
    private readonly subscriptions: Subscriptions,
    private readonly permissions: Permissions,
    private readonly dispatches: Dispatches,
    private readonly messages: MessageRepository,
    private readonly flags: FlagRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * One load and one write between BEGIN and COMMIT, and one more statement where somebody is mentioned.
   * @throws TopicHasInvalidCharacter, ChannelDoesNotExist, SendingIsNotAuthorized, PostingIsNotPermitted,
   *   TopicIsRequired, TopicsAreNotAllowed, ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted, and as
   *   `Dispatches.prepare`
   */
  async send(actor: Actor, draft: ChannelDraft): Promise<MessageId> {
    const prepared = await this.dispatches.prepare(actor, draft);
    const topic = normaliseTopic(draft.topic, prepared.organization.emptyTopicName);
    const channelId = await this.resolve(actor, draft.channel);
    const access = await this.channels.accessOf(actor);

    return this.transactions.run([lock.channelShared(channelId), ...this.dispatches.locksOf(prepared)], async () => {
      const posting = await this.postings.open(actor, channelId);
      if (!posting || !access.seesMetadata(posting.channel)) throw new ChannelDoesNotExist(draft.channel);
      assertMayPost(access, posting.channel);
      await this.assertMayWrite(prepared, posting.channel, topic);
      await this.dispatch(prepared, posting, topic);
      return posting.position as MessageId;
    });
  }

  private async dispatch(prepared: PreparedMessage, { channel, position }: OpenPosting, topic: string): Promise<void> {
    const id = position as MessageId;
    const { mentionedIds, mentionsTopic } = prepared.rendering;
    const marks = marksOf({ mentionedIds, alertedIds: prepared.alertedIds });
    const marked = await this.flags.markSubscribers(channel.id, id, marks);
    await this.dispatches.send(prepared, {
      id,
      topic,
      channel: { id: channel.id, name: channel.name, isPrivate: channel.isPrivate },
      conversation: null,
      isReceivedBySender: channel.isSubscribed,
      mentionedIds: idsWith(marked, BIT.mentioned),
      alertedIds: idsWith(marked, BIT.alertWord),
      topicMentionedIds: mentionsTopic ? await this.flags.markWriters(channel.id, topic, id) : [],
    });
  }

  private async resolve(actor: Actor, channel: number | string): Promise<ChannelId> {
    const id = typeof channel === 'number' ? channel : await this.postings.resolve(actor.organizationId, channel);
    if (id === null || id > LARGEST_CHANNEL_ID) throw new ChannelDoesNotExist(channel);
    return id as ChannelId;
  }

  private async assertMayWrite(
    { actor, organization, rendering }: PreparedMessage,
    channel: ChannelForActor,
    topic: string,
  ): Promise<void> {
    const { settings, permissions, emptyTopicName } = organization;
    assertTopicIsAllowed(topic, { channel: channel.topicsPolicy, organization: settings.topicsPolicy }, emptyTopicName);
    if (!rendering.mentionsChannel && !rendering.mentionsTopic) return;
    const graph = await this.permissions.graphOf(actor);
    if (graph.holds(actor, permissions.can_mention_many_users_group)) return;
    if (rendering.mentionsChannel) {
      const subscribers = await this.subscriptions.subscriberIds(actor.organizationId, channel.id);
      if (subscribers.length > FEW) throw new ChannelWildcardIsNotPermitted();
    }
    if (rendering.mentionsTopic && (await this.messages.countWriters(channel.id, topic, FEW + 1)) > FEW) {
      throw new TopicWildcardIsNotPermitted();
    }
  }
}

/** The channel is one that the sender knows of. */
function assertMayPost(access: ChannelAccess, channel: ChannelForActor): void {
  if (access.posts(channel)) return;
  const isOutside = !channel.isSubscribed && access.readsHistory(channel) !== 'all';
  throw channel.isArchived || isOutside ? new SendingIsNotAuthorized(channel.name) : new PostingIsNotPermitted();
}
