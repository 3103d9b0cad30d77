import type { Group } from './people';
import type { State } from './state';

type Setting = number | { direct_members: number[]; direct_subgroups: number[] };

const CREATION_POLICY: Record<string, number> = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const WILDCARD_POLICY: Record<string, number> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};
const POLICIES: [policy: string, setting: string, numbers: Record<string, number>][] = [
  ['realm_create_public_stream_policy', 'realm_can_create_public_channel_group', CREATION_POLICY],
  ['realm_create_private_stream_policy', 'realm_can_create_private_channel_group', CREATION_POLICY],
  ['realm_create_web_public_stream_policy', 'realm_can_create_web_public_channel_group', CREATION_POLICY],
  ['realm_wildcard_mention_policy', 'realm_can_mention_many_users_group', WILDCARD_POLICY],
];

/** What a client derives from groups and settings, and the server sends in the snapshot only. */
export function workOutRights(state: State, me: number): void {
  const groups = state.realm_user_groups as Group[] | undefined;
  if (!groups || !('realm_can_create_public_channel_group' in state)) return;
  for (const [policy, setting, numbers] of POLICIES) {
    const name = groups.find(({ id }) => id === state[setting])?.name ?? '';
    state[policy] = numbers[name] ?? numbers['role:administrators'];
  }
  if (!('can_create_streams' in state)) return;
  const may = (name: string) => state.is_guest === false && holds(groups, me, state[`realm_${name}`] as Setting);
  const isWebOpen = state.server_web_public_streams_enabled && state.realm_enable_spectator_access;
  state.can_create_public_streams = may('can_create_public_channel_group');
  state.can_create_private_streams = may('can_create_private_channel_group');
  state.can_create_streams = Boolean(state.can_create_public_streams || state.can_create_private_streams);
  state.can_create_web_public_streams = Boolean(isWebOpen && may('can_create_web_public_channel_group'));
  state.can_invite_others_to_realm = may('can_invite_users_group');
  state.can_subscribe_other_users = may('can_add_subscribers_group');
}

function holds(groups: readonly Group[], me: number, setting: Setting, seen = new Set<number>()): boolean {
  if (typeof setting !== 'number')
    return setting.direct_members.includes(me) || setting.direct_subgroups.some((id) => holds(groups, me, id, seen));
  const group = groups.find(({ id }) => id === setting);
  if (!group || group.deactivated || seen.has(setting)) return false;
  seen.add(setting);
  return group.members.includes(me) || group.direct_subgroup_ids.some((id) => holds(groups, me, id, seen));
}
