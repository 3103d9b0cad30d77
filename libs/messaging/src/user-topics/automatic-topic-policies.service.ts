import { PostingContext, ReadableChannel, Subscriptions } from '@app/channels';
import { Organizations, PersonalSettingsReadings } from '@app/identity';
import { Clock } from '@app/kernel';
import type { ChannelId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { mayChange, visibilityAfter } from './automatic-policy';
import { Visibility, VISIBILITY } from './user-topic';
import type { TopicFacts, TopicQuestion } from './topic-facts';
import { TopicFactsRepository } from './topic-facts.repository';
import { UserTopicRepository } from './user-topic.repository';
import { MutedTopicsClientEvents } from './muted-topics.client-events';
import { UserTopicClientEvents } from './user-topic.client-events';

/** What a topic becomes for one user. */
export interface TopicChange {
  readonly userId: UserId;
  readonly visibility: Exclude<Visibility, 0>;
}

/** Topics that are followed or unmuted automatically by an action of the user, or by a mention. */
@Injectable()
export class AutomaticTopicPolicies {
  constructor(
    private readonly rows: UserTopicRepository,
    private readonly facts: TopicFactsRepository,
    private readonly muted: MutedTopicsClientEvents,
    private readonly settings: PersonalSettingsReadings,
    private readonly subscriptions: Subscriptions,
    private readonly organizations: Organizations,
    private readonly clients: UserTopicClientEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * What a send has to ask about its topic; `null`: no policy can change. One query if users are mentioned by name,
   * otherwise none.
   */
  async questionOf(
    actor: Actor,
    { channelId, topic }: Pick<TopicQuestion, 'channelId' | 'topic'>,
    { mentionedUserIds }: { readonly mentionedUserIds: readonly number[] },
  ): Promise<TopicQuestion | null> {
    const mentioned = (mentionedUserIds as UserId[]).filter((id) => id !== actor.userId);
    const followers = await this.settings.followingWhereMentioned(actor.organizationId, mentioned);
    const hasHabits = !actor.isBot && mayChange(actor, 'begins');
    if (!hasHabits && followers.length === 0) return null;
    return { actorId: actor.userId, channelId, topic, userIds: followers };
  }

  /** In the transaction of the send: one statement, or none without a question. */
  async factsOf(question: TopicQuestion | null): Promise<TopicFacts | null> {
    return question && this.facts.find(question);
  }

  /** As `factsOf`, in one statement for many sends. */
  factsOfAll(questions: readonly (TopicQuestion | null)[]): Promise<(TopicFacts | null)[]> {
    return this.facts.findAll(questions);
  }

  /** The policies that the send changes. @param facts as they were before the send */
  changesBy(actor: Actor, { isMuted, channel }: PostingContext, facts: TopicFacts | null): TopicChange[] {
    if (!facts) return [];
    const { visibility, isBegun, followerIds } = facts;
    const standing = { visibility: visibility ?? VISIBILITY.inherit, isChannelMuted: isMuted && channel.isSubscribed };
    const own = actor.isBot ? null : visibilityAfter(isBegun ? 'sends' : 'begins', actor, standing);
    const others = followerIds.map((userId) => ({ userId, visibility: VISIBILITY.followed }));
    return own === null ? others : [{ userId: actor.userId, visibility: own }, ...others];
  }

  /**
   * In the transaction of the send, which holds those users. Nothing that was muted changes but for the actor.
   * @param facts as they were before the send
   */
  async change(
    actor: Actor,
    { channelId, topic }: Pick<TopicQuestion, 'channelId' | 'topic'>,
    changes: readonly TopicChange[],
    facts: TopicFacts | null,
  ): Promise<void> {
    if (changes.length === 0) return;
    await this.say(actor, channelId, topic, changes, facts?.visibility === VISIBILITY.muted);
  }

  /** The actor reacts or votes there; the transaction holds the actor's lock. */
  async partake(actor: Actor, channel: ReadableChannel, topic: string): Promise<void> {
    if (actor.isBot || !mayChange(actor, 'partakes')) return;
    const visibility = await this.rows.visibilityOf(actor.userId, channel.id, topic);
    const muted = await this.subscriptions.mutedChannelIds(actor.userId);
    const isChannelMuted = channel.isSubscribed && muted.includes(channel.id);
    const wanted = visibilityAfter('partakes', actor, { visibility, isChannelMuted });
    if (wanted === null) return;
    const change = { userId: actor.userId, visibility: wanted };
    await this.say(actor, channel.id, topic, [change], visibility === VISIBILITY.muted);
  }

  private async say(
    actor: Actor,
    channelId: ChannelId,
    topic: string,
    changes: readonly TopicChange[],
    wasMutedByActor: boolean,
  ): Promise<void> {
    const { organizationId, userId } = actor;
    const { emptyTopicName } = await this.organizations.cached(actor);
    const updatedAt = this.clock.seconds();
    await this.rows.setAll({ channelId, topic, updatedAt }, changes);
    for (const { userId: whose, visibility } of changes) {
      const userTopic = { channelId, topic, visibility, updatedAt };
      this.clients.tellChanged(organizationId, whose, { userTopic, emptyTopicName });
    }
    if (!wasMutedByActor || !changes.some((change) => change.userId === userId)) return;
    this.muted.tell(organizationId, [userId], { emptyTopicName });
  }
}
