import { ChannelIdIsInvalid, ChannelNameIsUnknown, Channels, Postings } from '@app/channels';
import { Organizations } from '@app/identity';
import { ChannelId, Clock, UserId } from '@app/kernel';
import { Actor, lock, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { readTopic } from '../topics/topic';
import { UserTopic, Visibility, VISIBILITY } from './user-topic';
import { UserTopicRepository } from './user-topic.repository';
import { USER_TOPICS } from '../row-limits';
import { MutedTopicsClientEvents } from './muted-topics.client-events';
import { UserTopicClientEvents } from './user-topic.client-events';

/** The policies of users for single topics; only the clients of the same user are told (docs/protocol/topics.md). */
@Injectable()
export class UserTopics {
  constructor(
    private readonly userTopics: UserTopicRepository,
    private readonly channels: Channels,
    private readonly postings: Postings,
    private readonly organizations: Organizations,
    private readonly clientEvents: UserTopicClientEvents,
    private readonly muted: MutedTopicsClientEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly rowQuota: RowQuota,
  ) {}

  /** All policies of the actor, oldest first. */
  of(actor: Actor): Promise<UserTopic[]> {
    return this.userTopics.list(actor.userId);
  }

  /** The users who follow a topic. */
  followers(channelId: ChannelId, topic: string): Promise<UserId[]> {
    return this.userTopics.followers(channelId, topic);
  }

  /**
   * Sets the policy for a topic. Sends no client event if it is unchanged.
   * @throws ChannelIdIsInvalid for an unknown, archived or unreadable channel
   */
  async say(actor: Actor, channelId: ChannelId, topic: string, wanted: Exclude<Visibility, 0>): Promise<void> {
    await this.change(actor, channelId, topic, async () => {
      const { isArchived } = await this.channels.get(actor, channelId);
      if (isArchived) throw new ChannelIdIsInvalid();
      return wanted;
    });
  }

  /**
   * Removes the policy for a topic, or only a mute. Allowed in every existing channel, so that a user who lost access
   * can still remove policies.
   * @throws ChannelIdIsInvalid for an unknown channel
   */
  async takeBack(actor: Actor, channelId: ChannelId, topic: string, only?: Visibility): Promise<void> {
    await this.change(actor, channelId, topic, async (before) =>
      only === undefined || before === only ? VISIBILITY.inherit : before,
    );
  }

  /** A channel that the actor may read. @throws ChannelNameIsUnknown */
  async readableChannelNamed(actor: Actor, name: string): Promise<ChannelId> {
    return (await this.channels.byName(actor, name)).id;
  }

  /**
   * A channel that the actor may read, or for which the actor has a policy. Other names are treated as absent, because
   * a name reveals more than an id.
   * @throws ChannelNameIsUnknown
   */
  async knownChannelNamed(actor: Actor, name: string): Promise<ChannelId> {
    const readable = await this.channels.findByName(actor, name);
    if (readable) return readable.id;
    const id = await this.postings.resolve(actor.organizationId, name);
    if (id === null || !(await this.userTopics.knows(actor.userId, id))) throw new ChannelNameIsUnknown(name);
    return id;
  }

  private async change(
    actor: Actor,
    channelId: ChannelId,
    written: string,
    decide: (before: Visibility) => Promise<Visibility>,
  ): Promise<void> {
    const { organizationId, userId } = actor;
    if (!(await this.channels.namesOf(organizationId, [channelId])).has(channelId)) throw new ChannelIdIsInvalid();
    const { emptyTopicName } = await this.organizations.cached(actor);
    const topic = readTopic(written.trim(), emptyTopicName);
    await this.transactions.run([lock.channelShared(channelId), lock.user(userId)], async () => {
      const before = await this.userTopics.visibilityOf(userId, channelId, topic);
      const visibility = await decide(before);
      if (visibility === before) return;
      if (before === VISIBILITY.inherit) await this.rowQuota.assert(USER_TOPICS, userId);
      const userTopic = { channelId, topic, visibility, updatedAt: this.clock.seconds() };
      if (visibility === VISIBILITY.inherit) await this.userTopics.forget(userId, channelId, topic);
      else await this.userTopics.set(userId, userTopic);
      this.clientEvents.tellChanged(organizationId, userId, { userTopic, emptyTopicName });
      if (before !== VISIBILITY.muted && visibility !== VISIBILITY.muted) return;
      this.muted.tell(organizationId, [userId], { emptyTopicName });
    });
  }
}
