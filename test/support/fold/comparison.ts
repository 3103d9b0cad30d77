import type { Group } from './people';
import { Channel, channelsOf, listOf, State } from './state';

/** They contain the queue or the time; clients poll presence every minute. */
const PASSING = ['queue_id', 'last_event_id', 'server_timestamp', 'presence_last_update_id', 'presences'];

/** Numbers that older clients read in place of groups; events contain the groups only. */
const OLDER_FORMS = [
  'realm_create_public_stream_policy',
  'realm_create_private_stream_policy',
  'realm_create_web_public_stream_policy',
  'realm_wildcard_mention_policy',
];

/** The fields of a channel that belong to one user. */
const PERSONAL = [
  'color',
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
];

/**
 * A state in a form that can be compared: lists are sets; values that events do not contain are omitted or derived.
 * `revealed`: channels that became visible. No event says whether the user was subscribed to them earlier, nor which of
 * their topics were muted then, for clients that know muted topics by the names of channels.
 */
export function comparable(state: State, revealed: ReadonlySet<number>): State {
  const rest = without({ ...state, ...abilities(state) }, [...PASSING, ...OLDER_FORMS]);
  if (rest.never_subscribed && rest.unsubscribed) {
    const left = listOf(rest, 'unsubscribed');
    const forgotten = left.filter(({ stream_id }) => revealed.has(stream_id));
    rest.unsubscribed = left.filter(({ stream_id }) => !revealed.has(stream_id));
    rest.never_subscribed = [
      ...listOf(rest, 'never_subscribed'),
      ...forgotten.map((one) => without(one, PERSONAL) as Channel),
    ];
  }
  if (rest.muted_topics) {
    const names = new Set([...revealed].flatMap((id) => channelsOf(rest, id)).map(({ name }) => name));
    rest.muted_topics = (rest.muted_topics as [string, string, number][]).filter(([name]) => !names.has(name));
  }
  return sorted(rest) as State;
}

const without = (object: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** The permissions of the user, by the settings that decide them. */
const ABILITIES: Record<string, string> = {
  can_create_public_streams: 'realm_can_create_public_channel_group',
  can_create_private_streams: 'realm_can_create_private_channel_group',
  can_create_web_public_streams: 'realm_can_create_web_public_channel_group',
  can_invite_others_to_realm: 'realm_can_invite_users_group',
  can_subscribe_other_users: 'realm_can_add_subscribers_group',
};

/** Clients that know the groups derive these; others have no value to compare. */
function abilities(state: State): State {
  if (!('can_create_streams' in state)) return {};
  const groups = state.realm_user_groups as Group[] | undefined;
  const isKnown = groups && Object.values(ABILITIES).every((setting) => setting in state);
  if (!isKnown)
    return Object.fromEntries([...Object.keys(ABILITIES), 'can_create_streams'].map((name) => [name, null]));
  const own = (setting: string) => state.is_guest !== true && holds(groups, state.user_id as number, state[setting]);
  const worked = Object.fromEntries(Object.entries(ABILITIES).map(([name, setting]) => [name, own(setting)]));
  worked.can_create_web_public_streams &&=
    state.server_web_public_streams_enabled === true && state.realm_enable_spectator_access === true;
  return { ...worked, can_create_streams: worked.can_create_public_streams || worked.can_create_private_streams };
}

interface GroupSet {
  direct_members: number[];
  direct_subgroups: number[];
}

function holds(groups: readonly Group[], userId: number, setting: unknown): boolean {
  const seen = new Set<number>();
  const isIn = (groupId: number): boolean => {
    const group = groups.find(({ id }) => id === groupId);
    if (!group || seen.has(groupId)) return false;
    seen.add(groupId);
    return group.members.includes(userId) || group.direct_subgroup_ids.some(isIn);
  };
  if (typeof setting === 'number') return isIn(setting);
  const { direct_members, direct_subgroups } = setting as GroupSet;
  return direct_members.includes(userId) || direct_subgroups.some(isIn);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
