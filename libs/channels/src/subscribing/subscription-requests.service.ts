import type { User } from '@app/identity';
import type { ChannelId, UserId } from '@app/kernel';
import type { Channel } from '../records/channel';
import { checkedChannelName } from '../records/channel-name';
import { checkedColor } from '../records/color';
import { assertIsReasonable } from '../subscriptions/request-size';
import type { NamedChannel } from '../records/channel.repository';
import { Pair, pairKey } from '../records/subscription.repository';
import type { NewChannelWish } from '../creation/channel-creation.service';
import type { Principals } from '../subscriptions/principals.service';

/** One channel that a request wants, by name. The description counts only if it is made, the colour if one is new in it. */
export interface WantedChannel {
  readonly name: string;
  readonly description: string;
  readonly color: string | null;
}

export interface SubscribeRequest {
  readonly channels: readonly WantedChannel[];
  readonly principals: Principals;
  readonly authorizationErrorsAreFatal: boolean;
  /** Whether others who are subscribed to what is there already get a message, as long as they are not too many. */
  readonly writesToSubscribed: boolean;
  readonly wish: NewChannelWish;
}

/** Whom to unsubscribe from which channels, by name. */
export interface LeaveRequest {
  readonly names: readonly string[];
  readonly principals: Principals;
}

/** Names by user; who has none in a category is absent from it. */
export interface Subscribed {
  readonly subscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly alreadySubscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly unauthorized: readonly string[];
}

/** One name a pair of user and channel. */
export interface Unsubscribed {
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/** The outcome of what was not asked for. */
export const NOTHING: Subscribed & Unsubscribed = {
  subscribed: new Map(),
  alreadySubscribed: new Map(),
  unauthorized: [],
  removed: [],
  notRemoved: [],
};

/** A wanted channel, and what there is of that name. */
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

/** Each name once, whatever its case; `found` has an answer for each. */
export function distinct(wanted: readonly WantedChannel[], found: readonly NamedChannel[]): Named[] {
  const named = new Map<string, Named>();
  wanted.forEach((one, at) => {
    const { key, channelId } = found[at];
    if (!named.has(key)) named.set(key, { ...one, key, channelId });
  });
  return [...named.values()];
}

export const channelIdsOf = (named: readonly Named[]): ChannelId[] => named.flatMap(({ channelId }) => channelId ?? []);

/** The colours that were asked for. */
export function colorsOf(named: readonly Named[], created: readonly Channel[]): ReadonlyMap<ChannelId, string> {
  const createdIds = new Map(created.map(({ id, name }) => [name, id]));
  return new Map(
    named.flatMap(({ channelId, name, color }) => {
      const id = channelId ?? createdIds.get(name);
      return id === undefined || color === null ? [] : [[id, color] as const];
    }),
  );
}

/** Who is in what now, by the names that the channels really have. */
export function byUser(
  channels: readonly Channel[],
  users: readonly User[],
  joined: readonly Pair[],
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
export function outcome(channels: readonly Channel[], users: readonly User[], left: readonly Pair[]): Unsubscribed {
  const gone = new Set(left.map(pairKey));
  const pairs = channels.flatMap(({ id: channelId, name }) => users.map(({ id }) => ({ channelId, userId: id, name })));
  const namesOf = (isGone: boolean) =>
    pairs.filter((pair) => gone.has(pairKey(pair)) === isGone).map(({ name }) => name);
  return { removed: namesOf(true), notRemoved: namesOf(false) };
}
