import { GuestVisibility, Subject, UserIsUnknown, Users } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import { Actor, WrittenJson, WrittenList } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelIdIsInvalid, PrincipalIsDeactivated } from '../errors';
import type { CountedChannel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository, SubscriptionRow } from '../records/subscription.repository';
import { ChannelObject, personalFields, SubscriptionObject } from '../channels/channel-object.client-events';
import { ChannelObjects } from '../channels/channel-objects.service';
import { ChannelCache } from '../channels/channel-cache.service';
import { ChannelPolicy, Policies } from '../access/policies.service';

type ListedChannel = ChannelObject & { subscribers?: readonly UserId[] };

export interface SubscriptionLists {
  readonly subscriptions: SubscriptionObject[];
  /** Visible channels that the user left, with the earlier settings. */
  readonly unsubscribed: SubscriptionObject[];
  /** Visible channels to which the user was never subscribed. */
  readonly neverSubscribed: ListedChannel[];
  /** All of them, without personal fields. */
  readonly visible: ChannelObject[];
}

/** The same lists as JSON. */
type WrittenLists = Record<keyof SubscriptionLists, WrittenJson>;

export interface ListOptions {
  readonly withArchived: boolean;
  readonly withSubscribers: boolean;
  /** Whether the client accepts `null` for an inherited setting. Otherwise its value is sent. */
  readonly readsNull: boolean;
}

/** All channels that one user sees, sorted by name. */
@Injectable()
export class SubscriptionListing {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly cache: ChannelCache,
    private readonly rows: SubscriptionRepository,
    private readonly objects: ChannelObjects,
    private readonly policies: Policies,
    private readonly users: Users,
    private readonly guestVisibility: GuestVisibility,
  ) {}

  /** The actor's subscriptions, without archived channels. */
  async ownSubscriptions(actor: Actor, withSubscribers: boolean): Promise<SubscriptionObject[]> {
    const options = { withArchived: false, withSubscribers, readsNull: true };
    const own = await this.rows.channelIdsOf(actor.userId);
    const lists = await this.read(await this.policies.cached(actor), actor, options, own);
    return lists.subscriptions;
  }

  /**
   * Whether a user is subscribed to a channel that the actor sees.
   * @throws UserIsUnknown also for bots, PrincipalIsDeactivated, ChannelIdIsInvalid also for archived channels
   */
  async isSubscribed(actor: Actor, userId: number, channelId: ChannelId): Promise<boolean> {
    if (!Number.isSafeInteger(userId)) throw new UserIsUnknown();
    const user = await this.users.get(actor.organizationId, userId);
    if (user.isBot) throw new UserIsUnknown();
    await this.guestVisibility.assertKnown(actor, user);
    if (!user.isActive) throw new PrincipalIsDeactivated();
    const access = (await this.policies.cached(actor)).accessOf(actor);
    const [channel] = await this.channels.list(actor.organizationId, actor.userId, [channelId]);
    if (!channel || channel.isArchived || !access.seesMetadata(channel)) throw new ChannelIdIsInvalid();
    return (await this.rows.openPairs([channelId], [user.id])).length > 0;
  }

  /**
   * The channels that a user or bot is subscribed to, as far as the actor sees them, without archived ones; by their ids.
   * @throws UserIsUnknown
   */
  async channelIdsOf(actor: Actor, userId: number): Promise<ChannelId[]> {
    if (!Number.isSafeInteger(userId)) throw new UserIsUnknown();
    const user = await this.users.get(actor.organizationId, userId);
    await this.guestVisibility.assertKnown(actor, user);
    const access = (await this.policies.cached(actor)).accessOf(actor);
    const theirs = await this.rows.channelIdsOf(user.id);
    return (await this.channels.list(actor.organizationId, actor.userId, theirs))
      .filter((channel) => !channel.isArchived && access.seesMetadata(channel))
      .map(({ id }) => id)
      .sort((one, other) => one - other);
  }

  /** All channels, or the given ones. At most five statements for any number of channels. */
  async read(
    policy: ChannelPolicy,
    subject: Subject,
    options: ListOptions,
    among: readonly ChannelId[] | null = null,
  ): Promise<SubscriptionLists> {
    const access = policy.accessOf(subject);
    const channels = (await this.channels.listCounted(policy.organization.id, subject.userId, among)).filter(
      (channel) => (options.withArchived || !channel.isArchived) && access.seesMetadata(channel),
    );
    const { settings, subscribers } = await this.details(subject.userId, channels, options);
    const visible = await this.objects.forViewer(policy, subject.userId, channels);

    const lists: SubscriptionLists = { subscriptions: [], unsubscribed: [], neverSubscribed: [], visible };
    for (const [at, object] of visible.entries()) {
      const { id, isSubscribed } = channels[at]!;
      const channel = options.withSubscribers ? { ...object, subscribers: subscribers.get(id)! } : object;
      const own = settings.get(id);
      if (!own) lists.neverSubscribed.push(channel);
      else
        lists[isSubscribed ? 'subscriptions' : 'unsubscribed'].push({
          ...channel,
          ...personalFields(own, options.readsNull),
        });
    }
    return lists;
  }

  /** As `read`, of all channels, in a snapshot: users share what is the same for them. */
  async written(policy: ChannelPolicy, subject: Subject, options: ListOptions): Promise<WrittenLists> {
    const access = policy.accessOf(subject);
    const known = (await this.cache.all(policy.organization.id, subject.userId)).filter(
      ({ channel }) => (options.withArchived || !channel.isArchived) && access.seesMetadata(channel),
    );
    const channels = known.map(({ channel }) => channel);
    const { settings, subscribers } = await this.details(subject.userId, channels, options);
    const firstMessageOf = await this.objects.firstMessages(subject.userId, channels);

    const subscriptions = new WrittenList();
    const unsubscribed = new WrittenList();
    const neverSubscribed = new WrittenList();
    const visible = new WrittenList();
    for (const one of known) {
      const { id, isSubscribed } = one.channel;
      const shared = this.cache.textOf(one, policy);
      const first = `,"first_message_id":${firstMessageOf(one.channel)}`;
      visible.add(shared, first, '}');
      const rest = options.withSubscribers ? `${first},"subscribers":${JSON.stringify(subscribers.get(id))}` : first;
      const own = settings.get(id);
      if (!own) neverSubscribed.add(shared, rest, '}');
      else {
        const personal = JSON.stringify(personalFields(own, options.readsNull)).slice(1);
        (isSubscribed ? subscriptions : unsubscribed).add(shared, rest, ',', personal);
      }
    }
    return {
      subscriptions: subscriptions.json,
      unsubscribed: unsubscribed.json,
      neverSubscribed: neverSubscribed.json,
      visible: visible.json,
    };
  }

  /** The user's settings for channels, and the subscribers of those that are listed, where they are wanted. */
  private async details(
    userId: UserId,
    channels: readonly CountedChannel[],
    { withSubscribers }: ListOptions,
  ): Promise<{ settings: Map<ChannelId, SubscriptionRow>; subscribers: Map<ChannelId, UserId[]> }> {
    const settings = new Map((await this.rows.settingsOf(userId)).map((row) => [row.channelId, row]));
    return {
      settings,
      subscribers: await this.rows.subscriberIdsOf(withSubscribers ? channels.map(({ id }) => id) : []),
    };
  }
}
