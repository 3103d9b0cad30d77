import {
  ChannelActivityChanges,
  ChannelAccess,
  ChannelForActor,
  Channels,
  FirstMessages,
  OpenPosting,
  PostingQuestion,
  Postings,
} from '@app/channels';
import { LARGEST_ID } from '@app/kernel';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelDoesNotExist } from '../errors';
import { BIT, folded, idsWith, marksOf } from '../received/flag';
import { assertTopicIsAllowed, normaliseTopic } from '../topics/topic';
import { FlagRepository } from '../records/flag.repository';
import {
  CheckedText,
  Draft,
  MessagePreparation,
  PreparedMessage,
  textOf,
} from '../writing/message-preparation.service';
import { MessageWriter, SentMessageIds } from '../writing/message-writer.service';
import { BotErrorNotices } from './bot-error-notices.service';
import { MessageRepository } from '../records/message.repository';
import { WildcardMentions } from './wildcard-mentions.service';
import { PostingRights } from './posting-rights.service';
import { AutomaticTopicPolicies } from '../user-topics/automatic-topic-policies.service';

export interface ChannelDraft extends Draft {
  /** By id or by name. */
  readonly channel: number | string;
  readonly topic: string;
}

/** A message that could be sent. */
export interface CheckedChannelMessage extends CheckedText {
  readonly channelId: ChannelId;
  /** As it would be stored. */
  readonly topic: string;
}

/** What is known before the transaction. */
interface ReadyMessage {
  readonly prepared: PreparedMessage;
  readonly draft: ChannelDraft;
  readonly topic: string;
  readonly channelId: ChannelId;
  readonly access: ChannelAccess;
  readonly question: PostingQuestion | null;
  /** The participants of the topic if the message mentions them. */
  readonly partakerIds: readonly UserId[];
}

/** What a send asks for besides a share of the channel; what that is may only be known in its transaction. */
interface HeldLocks {
  readonly userIds: Set<number>;
  /** The channel alone, for its first message. */
  isAlone: boolean;
}

/** Sending to channels. The cost of a send does not depend on how many receive it (docs/architecture.md, "A send"). */
@Injectable()
export class ChannelMessages {
  constructor(
    private readonly postings: Postings,
    private readonly channels: Channels,
    private readonly wildcardMentions: WildcardMentions,
    private readonly rights: PostingRights,
    private readonly automaticPolicies: AutomaticTopicPolicies,
    private readonly botErrorNotices: BotErrorNotices,
    private readonly preparation: MessagePreparation,
    private readonly writer: MessageWriter,
    private readonly flags: FlagRepository,
    private readonly messages: MessageRepository,
    private readonly activityChanges: ChannelActivityChanges,
    private readonly firstMessages: FirstMessages,
    private readonly transactions: Transactions,
  ) {}

  /** As `deliver`; answers the message alone. */
  async send(actor: Actor, draft: ChannelDraft): Promise<MessageId> {
    return (await this.deliver(actor, draft)).id;
  }

  /**
   * One read and one write between BEGIN and COMMIT, and one more statement if users are mentioned. If the message
   * changes a user's topic policy, the user's lock is needed too, and for the first message of a channel its exclusive
   * lock. That is known only inside the transaction, which then starts again.
   * @throws TopicHasInvalidCharacter, ChannelDoesNotExist, SendingIsNotAuthorized, PostingIsNotPermitted,
   * TopicIsRequired, TopicsAreNotAllowed, ChannelWildcardIsNotPermitted, TopicWildcardIsNotPermitted, and as
   * `MessagePreparation.prepare`
   */
  async deliver(actor: Actor, draft: ChannelDraft): Promise<SentMessageIds> {
    return this.tellingOwners(actor, async () => {
      const ready = await this.prepare(actor, draft);
      const held: HeldLocks = { userIds: new Set(), isAlone: false };
      for (;;) {
        const sent = await this.attempt(ready, held);
        if (sent) return sent;
      }
    });
  }

  /** Whether the message could be sent now, and what it would be. Throws as `deliver`; sends nothing. */
  async check(actor: Actor, draft: ChannelDraft): Promise<CheckedChannelMessage> {
    const ready = await this.prepare(actor, draft);
    const { prepared, channelId, topic } = ready;
    await this.transactions.run([lock.channelShared(channelId)], async () => this.open(ready));
    return { channelId, topic, ...textOf(prepared) };
  }

  /** @param held what is asked for; what is missing is added, and null answered */
  private attempt(ready: ReadyMessage, held: HeldLocks): Promise<SentMessageIds | null> {
    const { prepared, channelId, topic } = ready;
    const { actor } = prepared;
    const users = Array.from(held.userIds, (id) => lock.user(id));
    const channel = held.isAlone ? lock.channel(channelId) : lock.channelShared(channelId);
    const locks = [channel, ...this.writer.locksOf(prepared), ...users];
    const work = async () => {
      const posting = await this.open(ready);
      const changes = this.automaticPolicies.changesBy(actor, posting);
      if (changes.some(({ userId }) => !held.userIds.has(userId)) || (posting.isEmpty && !held.isAlone)) {
        for (const { userId } of changes) held.userIds.add(userId);
        held.isAlone ||= posting.isEmpty;
        return null;
      }
      const id = posting.position as MessageId;
      await prepared.sendStep?.run(id);
      await this.automaticPolicies.change(actor, posting, topic, changes);
      if (posting.isEmpty) await this.firstMessages.tell(actor.organizationId, channelId, id);
      if (posting.isDormant) await this.activityChanges.wake(actor.organizationId, channelId);
      await this.write(ready, posting);
      return { id, newVisibility: changes.find(({ userId }) => userId === actor.userId)?.visibility ?? null };
    };
    return this.transactions.run(locks, work, { beginsAtOnce: true });
  }

  private async prepare(actor: Actor, draft: ChannelDraft): Promise<ReadyMessage> {
    const prepared = await this.preparation.prepare(actor, draft);
    const topic = normaliseTopic(draft.topic, prepared.organization.emptyTopicName);
    const channelId = await this.resolve(actor, draft.channel);
    const access = await this.channels.accessOf(actor);
    const question = await this.automaticPolicies.questionOf(actor, topic, prepared.rendering);
    // A topic may be long: it is read before the transaction, which holds back events.
    const { mentionsTopic } = prepared.rendering;
    const partakerIds = mentionsTopic ? await this.messages.partakers(channelId, topic) : [];
    return { prepared, draft, topic, channelId, access, question, partakerIds };
  }

  /** The channel, with all that is to be asked of it. */
  private async open(ready: ReadyMessage): Promise<OpenPosting> {
    const { prepared, draft, channelId, access, question } = ready;
    const posting = await this.postings.open(prepared.actor, channelId, question);
    await this.rights.assertMayPost(prepared.actor, access, posting?.channel ?? null, draft.channel);
    await this.assertMayWrite(ready, posting!.channel);
    return posting!;
  }

  private async write(
    { prepared, topic, partakerIds }: ReadyMessage,
    { channel, position }: OpenPosting,
  ): Promise<void> {
    const id = position as MessageId;
    const { mentionedIds } = prepared.rendering;
    const { rows, ...lists } = folded(marksOf({ mentionedIds, alertedIds: prepared.alertedIds, partakerIds }));
    const marked = await this.flags.markSubscribers(channel.id, id, rows);
    await this.writer.write(prepared, {
      id,
      topic,
      channel: { id: channel.id, name: channel.name, isPrivate: channel.isPrivate },
      conversation: null,
      isReceivedBySender: channel.isSubscribed,
      mentionedIds: lists.namedIds ?? idsWith(marked, BIT.mentioned),
      alertedIds: idsWith(marked, BIT.alertWord),
      topicMentionedIds: lists.partakerIds ?? idsWith(marked, BIT.topicWildcard),
      lists,
    });
  }

  private async resolve(actor: Actor, channel: number | string): Promise<ChannelId> {
    const id = typeof channel === 'number' ? channel : await this.postings.resolve(actor.organizationId, channel);
    if (id === null || id > LARGEST_ID) throw new ChannelDoesNotExist(channel);
    return id as ChannelId;
  }

  /** Bots' errors go to their owners. */
  private async tellingOwners<R>(actor: Actor, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (actor.isBot && error instanceof ChannelDoesNotExist)
        await this.botErrorNotices.tellOwner(actor, error.channel);
      throw error;
    }
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
