import { assertNotGuest, User } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Actor, Lock, lock, ServerIsBusy, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import {
  AddingSubscribersIsNotPermitted,
  ChannelAccessIsDenied,
  ChannelsAreUnknown,
  NothingToChange,
  RemovingSubscribersIsNotPermitted,
} from '../errors';
import { areWrittenTo, assertIsReasonable } from '../subscriptions/request-size';
import { ChannelRepository, NewChannel } from '../records/channel.repository';
import type { ChannelUser } from '../records/channel-user';
import { SubscriptionRepository } from '../records/subscription.repository';
import type { ChannelAccess } from '../access/access';
import { Descriptions } from '../channels/descriptions.service';
import { ChannelCreation } from '../creation/channel-creation.service';
import { OthersSubscriptions } from '../subscriptions/others-subscriptions.service';
import { ChannelPolicy, Policies } from '../access/policies.service';
import { areOwn, concernsOthers, Principals, PrincipalUsers } from '../subscriptions/principals.service';
import { Subscribers } from '../memberships/subscribers.service';
import {
  byUser,
  channelIdsOf,
  checkedChannel,
  colorsOf,
  distinct,
  LeaveRequest,
  Named,
  namesIn,
  NOTHING,
  outcome,
  Subscribed,
  SubscribeRequest,
  Unsubscribed,
  WantedChannel,
} from './subscription-requests.service';

/** Changes of the same subscriptions from earlier requests are still to be made. */
class ChangesAreWaiting extends Error {
  constructor(readonly ids: readonly number[]) {
    super('Earlier changes of these subscriptions are still being made.');
  }
}

/** Subscribes and unsubscribes. Each request runs in one transaction. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly policies: Policies,
    private readonly principals: PrincipalUsers,
    private readonly channelCreation: ChannelCreation,
    private readonly descriptions: Descriptions,
    private readonly subscribers: Subscribers,
    private readonly others: OthersSubscriptions,
    private readonly transactions: Transactions,
  ) {}

  /** Ids of the current subscribers, ascending; empty for an unknown channel. Does not check access. */
  subscriberIds(organizationId: OrganizationId, channelId: ChannelId): Promise<UserId[]> {
    return this.rows.subscriberIds(organizationId, channelId);
  }

  /** As `subscriberIds`, if there are at most `most`; `null`: there are more. */
  async fewSubscriberIds(organizationId: OrganizationId, channelId: ChannelId, most: number): Promise<UserId[] | null> {
    const ids = await this.rows.subscriberIds(organizationId, channelId, most + 1);
    return ids.length > most ? null : ids;
  }

  /**
   * Channels that the user has muted. Their messages become unread, but clients neither count them nor jump to them.
   */
  mutedChannelIds(userId: UserId): Promise<ChannelId[]> {
    return this.rows.mutedChannelIds(userId);
  }

  /**
   * Subscribes the principals to channels and creates absent channels. Checks run in the order of
   * docs/protocol/subscriptions.md, which also determines the error.
   */
  async subscribe(actor: Actor, request: SubscribeRequest): Promise<Subscribed> {
    return (await this.change(actor, request, null)).subscribed;
  }

  /**
   * Unsubscribes the principals from channels (docs/protocol/subscriptions.md).
   * @throws ChannelsAreUnknown for names that mean nothing to this actor, RemovingSubscribersIsNotPermitted,
   *   UserIsUnknown, PrincipalIsDeactivated
   */
  async unsubscribe(actor: Actor, names: readonly string[], principals: Principals): Promise<Unsubscribed> {
    return (await this.change(actor, null, { names, principals })).unsubscribed;
  }

  /**
   * Runs both in one transaction, subscribing first; `null`: the part is absent.
   * @throws NothingToChange, and what `subscribe` and `unsubscribe` throw
   */
  async change(
    actor: Actor,
    joining: SubscribeRequest | null,
    leaving: LeaveRequest | null,
  ): Promise<{ subscribed: Subscribed; unsubscribed: Unsubscribed }> {
    if (!joining && !leaving) throw new NothingToChange();
    for (;;) {
      try {
        const done = await this.changeNow(actor, joining, leaving);
        // Large answers are built after the commit, because the transaction delays client events.
        return { subscribed: done.subscribed(), unsubscribed: done.unsubscribed() };
      } catch (error) {
        if (!(error instanceof ChangesAreWaiting)) throw error;
        if (!(await this.subscribers.untilDone(error.ids))) throw new ServerIsBusy();
      }
    }
  }

  /** @throws ChangesAreWaiting: subscriptions that were decided before are made now */
  private changeNow(actor: Actor, joining: SubscribeRequest | null, leaving: LeaveRequest | null) {
    const [wanted, unwanted] = [checked(actor, joining), namesIn(leaving)];
    return this.transactions.runWhenStable({
      resolve: async () => {
        const [named, left] = [await this.resolve(actor, wanted), await this.resolve(actor, unwanted)];
        const unknown = named.filter(({ channelId }) => channelId === null);
        return { named, left, missing: await this.descriptions.render(actor, unknown) };
      },
      locksOf: ({ named, left }) => locksOf(actor, [...named, ...left]),
      confirm: async (found) => ((await this.areStill(actor, [...found.named, ...found.left])) ? found : null),
      work: async ({ named, left, missing }) => {
        const policy = await this.policies.current(actor.organizationId);
        return {
          subscribed: joining ? await this.subscribeLocked(actor, policy, joining, named, missing) : () => NOTHING,
          unsubscribed: leaving ? await this.unsubscribeLocked(actor, policy, left, leaving.principals) : () => NOTHING,
        };
      },
    });
  }

  /** Changes that were acknowledged before are made before this one. */
  private async assertNothingWaits(channels: readonly Channel[], users: readonly User[]): Promise<void> {
    const ids = await this.subscribers.waitingFor(
      channels.map(({ id }) => id),
      users.map(({ id }) => id),
    );
    if (ids.length > 0) throw new ChangesAreWaiting(ids);
  }

  private async subscribeLocked(
    actor: Actor,
    policy: ChannelPolicy,
    { principals, authorizationErrorsAreFatal, writesToSubscribed, fields }: SubscribeRequest,
    named: readonly Named[],
    missing: readonly NewChannel[],
  ): Promise<() => Subscribed> {
    const settings = missing.length > 0 ? await this.channelCreation.plan(actor, policy, fields) : null;

    const access = policy.accessOf(actor);
    const existing = await this.existing(actor, named);
    const denied = existing.filter((channel) => !access.readsContent(channel));
    const [firstDenied] = denied;
    if (firstDenied && authorizationErrorsAreFatal) throw new ChannelAccessIsDenied(firstDenied.name);
    const readable = existing.filter((channel) => access.readsContent(channel));
    if (concernsOthers(actor, principals)) assertMayAdd(access, readable);

    const users = await this.principals.find(actor, principals);
    await this.assertNothingWaits(readable, users);
    const created = settings
      ? await this.channelCreation.create(policy, settings, missing, {
          subscribers: this.subscribers.atOnce(users, readable.length + missing.length),
          announce: fields.announce,
        })
      : [];
    const channels = [...readable, ...created];
    const joined = await this.subscribers.join({
      policy,
      channels,
      users,
      colors: colorsOf(named, created),
      created: new Set(created.map(({ id }) => id)),
      actorId: actor.userId,
    });
    const count = new Set(joined.map(({ userId }) => userId)).size;
    if (writesToSubscribed && areWrittenTo(count)) await this.others.tell(actor, readable, joined);
    return () => ({ ...byUser(channels, users, joined), unauthorized: denied.map(({ name }) => name) });
  }

  private async unsubscribeLocked(
    actor: Actor,
    policy: ChannelPolicy,
    named: readonly Named[],
    principals: Principals,
  ): Promise<() => Unsubscribed> {
    const access = policy.accessOf(actor);
    const channels = await this.existing(actor, named);
    const users = await this.principals.find(actor, principals);
    const isOwnAffair = areOwn(actor, users);
    const open = isOwnAffair
      ? await this.rows.openPairs(
          channelIdsOf(named),
          users.map(({ id }) => id),
        )
      : [];
    assertAreKnown(named, knownOf(channels, access, open));
    if (!isOwnAffair) assertMayRemove(access, channels);
    await this.assertNothingWaits(channels, users);
    const left = await this.subscribers.leave({ policy, channels, users, actorId: actor.userId });
    return () => outcome(channels, users, left);
  }

  private async resolve({ organizationId }: Actor, wanted: readonly WantedChannel[]): Promise<Named[]> {
    if (wanted.length === 0) return [];
    return distinct(
      wanted,
      await this.channels.resolve(
        organizationId,
        wanted.map(({ name }) => name),
      ),
    );
  }

  /** A channel may have been created or renamed before the locks were held. */
  private async areStill(actor: Actor, named: readonly Named[]): Promise<boolean> {
    const names = named.map(({ name }) => name);
    const now = await this.channels.resolve(actor.organizationId, names);
    return now.every(({ channelId }, at) => channelId === named[at]?.channelId);
  }

  /** In the order of the request. */
  private async existing({ organizationId, userId }: Actor, named: readonly Named[]): Promise<Channel[]> {
    const ids = channelIdsOf(named);
    const channels = new Map(
      (await this.channels.list(organizationId, userId, ids)).map((channel) => [channel.id, channel]),
    );
    return ids.map((id) => channels.get(id)!);
  }
}

function checked(actor: Actor, request: SubscribeRequest | null): WantedChannel[] {
  if (!request) return [];
  assertNotGuest(actor);
  const wanted = request.channels.map(checkedChannel);
  assertIsReasonable(wanted.length, request.principals.length);
  return wanted;
}

/**
 * The locks of the channels and of the organization. The organization's lock is exclusive if names are taken in it,
 * otherwise shared, so that no role changes while visibility is determined.
 */
function locksOf({ organizationId }: Actor, named: readonly Named[]): Lock[] {
  const isNewAmongThem = named.some(({ channelId }) => channelId === null);
  const organization = isNewAmongThem ? lock.organization(organizationId) : lock.organizationShared(organizationId);
  return [organization, ...channelIdsOf(named).map((id) => lock.channel(id))];
}

function assertMayAdd(access: ChannelAccess, channels: readonly Channel[]): void {
  if (!channels.every((channel) => access.addsSubscribers(channel))) throw new AddingSubscribersIsNotPermitted();
}

function assertMayRemove(access: ChannelAccess, channels: readonly Channel[]): void {
  if (!channels.every((channel) => access.removesSubscribers(channel))) throw new RemovingSubscribersIsNotPermitted();
}

/** A hidden channel is treated as absent, unless a subscribed user leaves it. */
function knownOf(channels: readonly Channel[], access: ChannelAccess, open: readonly ChannelUser[]): Set<ChannelId> {
  const inhabited = new Set(open.map(({ channelId }) => channelId));
  return new Set(channels.filter((one) => access.seesMetadata(one) || inhabited.has(one.id)).map(({ id }) => id));
}

function assertAreKnown(named: readonly Named[], known: ReadonlySet<ChannelId>): void {
  const unknown = named.filter(({ channelId }) => channelId === null || !known.has(channelId));
  if (unknown.length > 0) throw new ChannelsAreUnknown(unknown.map(({ name }) => name));
}
