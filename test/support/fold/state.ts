import type { Event } from '../event-queue';

/** The answer of POST /register, as far as events keep it current. */
export type State = Record<string, unknown>;

/** The user of the client, and the parameters of its registration. */
export interface Follower {
  readonly me: number;
  /** Whether lists of subscribers were requested; events contain them in any case. */
  readonly withSubscribers: boolean;
}

/** The effect of an event on a client's state. */
export type Fold = (state: State, event: Event, follower: Follower) => void;

export type Channel = Record<string, unknown> & {
  stream_id: number;
  name: string;
  subscriber_count: number;
  subscribers?: number[];
};

/** Each visible channel is in exactly one of these, and once more in `streams`. */
export const CHANNEL_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

export const listOf = (state: State, list: string): Channel[] => (state[list] ?? []) as Channel[];

/** All copies of a channel. */
export const channelsOf = (state: State, id: number): Channel[] =>
  ['streams', ...CHANNEL_LISTS].flatMap((list) => listOf(state, list)).filter(({ stream_id }) => stream_id === id);

/** Group settings with a set of users lose the user; those that are a group stay. */
export function dropFromSettings(object: Record<string, unknown>, userId: number): void {
  for (const [name, value] of Object.entries(object)) {
    if (!isGroupSettingName(name) || typeof value !== 'object' || value === null) continue;
    const set = value as { direct_members: number[] };
    object[name] = { ...set, direct_members: set.direct_members.filter((id) => id !== userId) };
  }
}

const isGroupSettingName = (name: string): boolean => /^(realm_)?(can|create|direct)_\w+_groups?$/.test(name);
