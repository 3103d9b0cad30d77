import type { User } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import type { Channel } from '../records/channel';
import { checkedChannelName } from '../records/channel-name';
import { checkedColor } from '../records/color';
import { assertIsReasonable } from '../subscriptions/request-size';
import type { NamedChannel } from '../records/channel.repository';
import type { ChannelUser } from '../records/channel-user';
import { pairKey } from '../records/subscription.repository';
import type { NewChannelFields } from '../creation/channel-creation.service';
import type { Principals } from '../subscriptions/principals.service';

/**
 * A channel of a request, by name. The description applies only to a new channel, the colour only to a new
 * subscription.
 */
export interface WantedChannel {
  readonly name: string;
  readonly description: string;
  readonly color: string | null;
}

export interface SubscribeRequest {
  readonly channels: readonly WantedChannel[];
  readonly principals: Principals;
  readonly authorizationErrorsAreFatal: boolean;
  /** Whether other users who are subscribed to existing channels receive a message, if they are not too many. */
  readonly writesToSubscribed: boolean;
  readonly fields: NewChannelFields;
}

/** The users to unsubscribe, and the channels by name. */
export interface LeaveRequest {
  readonly names: readonly string[];
  readonly principals: Principals;
}

/** Names by user. A user without names in a category is absent from it. */
export interface Subscribed {
  readonly subscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly alreadySubscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly unauthorized: readonly string[];
}

/** One name for each pair of user and channel. */
export interface Unsubscribed {
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/** The outcome of a part that the request does not contain. */
export const NOTHING: Subscribed & Unsubscribed = {
  subscribed: new Map(),
  alreadySubscribed: new Map(),
  unauthorized: [],
  removed: [],
  notRemoved: [],
};

/** A wanted channel with the existing channel of that name, if any. */
export type Named = WantedChannel & NamedChannel;

/** @throws ChannelNameIsInvalid, ColorIsInvalid */
export const checkedChannel = ({ name, description, color }: WantedChannel): WantedChannel => ({
  name: checkedChannelName(name),
  description,
  color: color === null ? null : checkedColor(color),
});

/** @throws TooManySubscriptions */
export function namesIn(request: LeaveRequest | null): WantedChannel[] {
  if (!request) return [];
  assertIsReasonable(request.names.length, request.principals.length);
  return request.names.map((name) => ({ name: name.trim(), description: '', color: null }));
}

/** Each name once, ignoring case. `found` contains an answer for each. */
export function distinct(wanted: readonly WantedChannel[], found: readonly NamedChannel[]): Named[] {
  const named = new Map<string, Named>();
  for (const [at, one] of wanted.entries()) {
    const { key, channelId } = found[at]!;
    if (!named.has(key)) named.set(key, { ...one, key, channelId });
  }
  return [...named.values()];
}

export const channelIdsOf = (named: readonly Named[]): ChannelId[] => named.flatMap(({ channelId }) => channelId ?? []);

/** The requested colours. */
export function colorsOf(named: readonly Named[], created: readonly Channel[]): ReadonlyMap<ChannelId, string> {
  const createdIds = new Map(created.map(({ id, name }) => [name, id]));
  return new Map(
    named.flatMap(({ channelId, name, color }) => {
      const id = channelId ?? createdIds.get(name);
      return id === undefined || color === null ? [] : [[id, color] as const];
    }),
  );
}

/** The subscribed users by the stored names of the channels. */
export function byUser(
  channels: readonly Channel[],
  users: readonly User[],
  joined: readonly ChannelUser[],
): Omit<Subscribed, 'unauthorized'> {
  const fresh = new Set(joined.map(pairKey));
  const subscribed = new Map<UserId, string[]>();
  const alreadySubscribed = new Map<UserId, string[]>();
  for (const { id: userId } of users) {
    for (const { id: channelId, name } of channels) {
      const category = fresh.has(pairKey({ userId, channelId })) ? subscribed : alreadySubscribed;
      category.set(userId, [...(category.get(userId) ?? []), name]);
    }
  }
  return { subscribed, alreadySubscribed };
}

/** Every pair of a channel and a user, by the name of the channel. */
export function outcome(
  channels: readonly Channel[],
  users: readonly User[],
  left: readonly ChannelUser[],
): Unsubscribed {
  const gone = new Set(left.map(pairKey));
  const pairs = channels.flatMap(({ id: channelId, name }) => users.map(({ id }) => ({ channelId, userId: id, name })));
  const namesOf = (isGone: boolean) =>
    pairs.filter((pair) => gone.has(pairKey(pair)) === isGone).map(({ name }) => name);
  return { removed: namesOf(true), notRemoved: namesOf(false) };
}
