import { ChannelAccess, ChannelForActor, Channels, PostingContext, Postings } from '@app/channels';
import { LARGEST_ID } from '@app/kernel';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelDoesNotExist } from '../errors';
import { BIT, idsWith, Lists, Mark, NO_LISTS } from '../received/flag';
import { MessageRepository } from '../records/message.repository';
import { assertTopicIsAllowed, normaliseTopic } from '../topics/topic';
import { AutomaticTopicPolicies } from '../user-topics/automatic-topic-policies.service';
import type { TopicFacts, TopicQuestion } from '../user-topics/topic-facts';
import { Draft, MessagePreparation, PreparedMessage } from '../writing/message-preparation.service';
import type { PlacedMessage } from '../writing/message-writer.service';
import { PostingRights } from './posting-rights.service';
import { WildcardMentions } from './wildcard-mentions.service';

export interface ChannelDraft extends Draft {
  /** By id or by name. */
  readonly channel: number | string;
  readonly topic: string;
}

/** What is known of a message before its transaction. */
export interface ReadyMessage {
  readonly prepared: PreparedMessage;
  readonly draft: ChannelDraft;
  readonly topic: string;
  readonly channelId: ChannelId;
  readonly access: ChannelAccess;
  readonly question: TopicQuestion | null;
  /** The participants of the topic if the message mentions them. */
  readonly partakerIds: readonly UserId[];
}

/** Channel and topic of a message, as they are before the send. */
export interface FoundDestination {
  /** `null`: there is no such channel. */
  readonly posting: PostingContext | null;
  /** `null`: no topic policy can change. */
  readonly facts: TopicFacts | null;
}

/** Prepares messages to channels, and decides whether they may be sent. */
@Injectable()
export class ChannelMessagePreparation {
  constructor(
    private readonly preparation: MessagePreparation,
    private readonly postings: Postings,
    private readonly channels: Channels,
    private readonly automaticPolicies: AutomaticTopicPolicies,
    private readonly messages: MessageRepository,
    private readonly rights: PostingRights,
    private readonly wildcardMentions: WildcardMentions,
  ) {}

  /**
   * Runs before the transaction.
   * @throws TopicHasInvalidCharacter, ChannelDoesNotExist, and as `MessagePreparation.prepare`
   */
  async prepare(actor: Actor, draft: ChannelDraft): Promise<ReadyMessage> {
    const prepared = await this.preparation.prepare(actor, draft);
    const topic = normaliseTopic(draft.topic, prepared.organization.emptyTopicName);
    const channelId = await this.resolve(actor, draft.channel);
    const access = await this.channels.accessOf(actor);
    const question = await this.automaticPolicies.questionOf(actor, { channelId, topic }, prepared.rendering);
    // A topic may be long: it is read before the transaction, which holds back events.
    const { mentionsTopic } = prepared.rendering;
    const partakerIds = mentionsTopic ? await this.messages.partakers(channelId, topic) : [];
    return { prepared, draft, topic, channelId, access, question, partakerIds };
  }

  /**
   * Reads in the transaction the channel and the topic, in one round trip. The topic comes first, so that the position is
   * drawn as late as possible: until COMMIT it holds back later events.
   * @throws ChannelDoesNotExist, SendingIsNotAuthorized, PostingIsNotPermitted, TopicIsRequired, TopicsAreNotAllowed,
   * ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted
   */
  async open(ready: ReadyMessage): Promise<FoundDestination & { posting: PostingContext }> {
    const { prepared, channelId, question } = ready;
    const [facts, posting] = await Promise.all([
      this.automaticPolicies.factsOf(question),
      this.postings.open(prepared.actor, channelId),
    ]);
    return { posting: await this.decide(ready, posting), facts };
  }

  /** As `open`, for many sends; `decide` is still to be called. */
  async openAll(all: readonly ReadyMessage[]): Promise<FoundDestination[]> {
    const [facts, postings] = await Promise.all([
      this.automaticPolicies.factsOfAll(all.map(({ question }) => question)),
      this.postings.openAll(all.map(({ prepared: { actor }, channelId }) => ({ actor, channelId }))),
    ]);
    return postings.map((posting, at) => ({ posting, facts: facts[at] ?? null }));
  }

  /**
   * Whether the message may be sent to the channel, as it was read. Throws as `open`. No query but for bots that may not post
   * by themselves, and for mentions of all.
   */
  async decide(ready: ReadyMessage, posting: PostingContext | null): Promise<PostingContext> {
    const { prepared, draft, access } = ready;
    await this.rights.assertMayPost(prepared.actor, access, posting?.channel ?? null, draft.channel);
    await this.assertMayWrite(ready, posting!.channel);
    return posting!;
  }

  private async resolve(actor: Actor, channel: number | string): Promise<ChannelId> {
    const id = typeof channel === 'number' ? channel : await this.postings.resolve(actor.organizationId, channel);
    if (id === null || id > LARGEST_ID) throw new ChannelDoesNotExist(channel);
    return id as ChannelId;
  }

  private async assertMayWrite(
    { prepared: { actor, organization, rendering }, topic, partakerIds }: ReadyMessage,
    channel: ChannelForActor,
  ): Promise<void> {
    const { settings, emptyTopicName } = organization;
    assertTopicIsAllowed(topic, { channel: channel.topicsPolicy, organization: settings.topicsPolicy }, emptyTopicName);
    await this.wildcardMentions.assertPermitted(actor, organization, rendering, channel.id, partakerIds.length);
  }
}

/** @param marked the users with rows, of those whom the message does not keep itself */
export function channelDestination(
  { topic }: ReadyMessage,
  { id, name, isPrivate, isSubscribed }: ChannelForActor,
  messageId: MessageId,
  marked: readonly Mark[],
  lists: Lists = NO_LISTS,
): PlacedMessage['destination'] {
  return {
    id: messageId,
    topic,
    channel: { id, name, isPrivate },
    conversation: null,
    isReceivedBySender: isSubscribed,
    mentionedIds: lists.namedIds ?? idsWith(marked, BIT.mentioned),
    alertedIds: idsWith(marked, BIT.alertWord),
    topicMentionedIds: lists.partakerIds ?? idsWith(marked, BIT.topicWildcard),
    lists,
  };
}
