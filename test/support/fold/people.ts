import { CHANNEL_LISTS, dropFromSettings, Fold, listOf, State } from './state';

interface Person extends Record<string, unknown> {
  user_id: number;
  role?: number;
  is_active?: boolean;
  new_email?: string;
}

export interface Group extends Record<string, unknown> {
  id: number;
  name: string;
  members: number[];
  direct_subgroup_ids: number[];
}

export const user_group: Fold = (state, event) => {
  const groups = state.realm_user_groups as Group[] | undefined;
  if (!groups) return;
  if (event.op === 'add') state.realm_user_groups = [...groups, structuredClone(event.group) as Group];
  if (event.op === 'remove') state.realm_user_groups = groups.filter(({ id }) => id !== event.group_id);
  const group = groups.find(({ id }) => id === event.group_id);
  if (!group) return;
  const userIds = event.user_ids as number[];
  const subgroupIds = event.direct_subgroup_ids as number[];
  if (event.op === 'update') Object.assign(group, event.data);
  if (event.op === 'add_members') group.members = union(group.members, userIds);
  if (event.op === 'remove_members') group.members = without(group.members, userIds);
  if (event.op === 'add_subgroups') group.direct_subgroup_ids = union(group.direct_subgroup_ids, subgroupIds);
  if (event.op === 'remove_subgroups') group.direct_subgroup_ids = without(group.direct_subgroup_ids, subgroupIds);
};

export const realm_user: Fold = (state, event, { me }) => {
  const { new_email, ...person } = event.person as Person;
  const news: Person = { ...person, ...roleFlags(person), ...(new_email ? { email: new_email } : {}) };
  if (event.op === 'add') {
    const people = person.is_active === false ? 'realm_non_active_users' : 'realm_users';
    const list = 'is_system_bot' in person ? 'cross_realm_bots' : people;
    if (state[list]) state[list] = [...(state[list] as Person[]), withoutActivity(news)];
  }
  if (event.op === 'remove') {
    for (const list of ['realm_users', 'realm_non_active_users'])
      if (state[list]) state[list] = (state[list] as Person[]).filter(isNot(person.user_id));
    forgetStatus(state, person.user_id);
    delete (state.presences as Record<string, object> | undefined)?.[person.user_id];
  }
  if (event.op !== 'update') return;
  const known = ['realm_users', 'realm_non_active_users'].flatMap((list) => (state[list] ?? []) as Person[]);
  for (const one of known.filter(({ user_id }) => user_id === person.user_id)) {
    assignKnown(one, news);
    fillIn(one, news.custom_profile_field as ProfileValue | undefined);
  }
  if (person.user_id === me) describeOwn(state, news);
  if (person.is_active !== undefined) changeActivity(state, person.user_id, person.is_active);
  if (person.is_active === false) forgetStatus(state, person.user_id);
};

/** Clients do not read the status of a deactivated user. */
function forgetStatus(state: State, userId: number): void {
  delete (state.user_status as Record<string, object> | undefined)?.[userId];
}

/** One property of the organization, or several: each is in the state under its name with a prefix. */
export const realm: Fold = (state, event) => {
  const changes = event.op === 'update' ? { [event.property as string]: event.value } : (event.data as object);
  if (event.op !== 'update' && event.op !== 'update_dict') return;
  for (const [name, value] of Object.entries(changes)) {
    if (`realm_${name}` in state) state[`realm_${name}`] = value;
    if (name === 'authentication_methods') workOutPasswords(state, value as Methods);
    if (name === 'jitsi_server_url' && name in state) state[name] = value ?? state.server_jitsi_server_url;
  }
};

type Methods = Record<string, { enabled: boolean }>;

/** The server repeats it in the snapshot, for clients that do not read the methods. */
function workOutPasswords(state: State, methods: Methods): void {
  for (const name of ['realm_email_auth_enabled', 'realm_password_auth_enabled'])
    if (name in state) state[name] = methods.Email.enabled;
}

interface ProfileValue {
  id: number;
  value: string | null;
}

/** The value of one custom profile field; null: it was removed. */
function fillIn(person: Person, news: ProfileValue | undefined): void {
  const profile = person.profile_data as Record<string, object> | undefined;
  if (!news || !profile) return;
  const { id, ...value } = news;
  if (value.value === null) delete profile[id];
  else profile[id] = value;
}

/** Events contain more of an avatar than a list of users does. */
function assignKnown(object: Record<string, unknown>, news: object): void {
  for (const [name, value] of Object.entries(news)) if (name in object) object[name] = value;
}

const union = (ids: readonly number[], more: readonly number[]): number[] => [...new Set([...ids, ...more])];
const without = (ids: readonly number[], less: readonly number[]): number[] => ids.filter((id) => !less.includes(id));
const isNot =
  (userId: number) =>
  ({ user_id }: Person): boolean =>
    user_id !== userId;

/** The list that contains a user tells whether the user is active. */
function withoutActivity({ is_active: _, ...rest }: Person): Person {
  return rest as Person;
}

/** A client derives these from the role. */
function roleFlags({ role }: Pick<Person, 'role'>): object {
  return role === undefined ? {} : { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 };
}

/** The fields of the client's own user, beside the list of all. */
function describeOwn(state: State, { user_id: _, ...news }: Person): void {
  assignKnown(state, news);
  if (news.role !== undefined && 'is_moderator' in state) state.is_moderator = (news.role as number) <= 300;
}

/** A deactivated user is in no group and in no set of users; on reactivation the server sends the memberships. */
function changeActivity(state: State, userId: number, isActive: boolean): void {
  const [from, to] = isActive ? ['realm_non_active_users', 'realm_users'] : ['realm_users', 'realm_non_active_users'];
  const moved = ((state[from] ?? []) as Person[]).filter(({ user_id }) => user_id === userId);
  if (state[from]) state[from] = (state[from] as Person[]).filter(isNot(userId));
  if (state[to]) state[to] = [...(state[to] as Person[]), ...moved];
  if (isActive) return;
  for (const group of (state.realm_user_groups ?? []) as Group[]) {
    group.members = without(group.members, [userId]);
    dropFromSettings(group, userId);
  }
  for (const channel of ['streams', ...CHANNEL_LISTS].flatMap((list) => listOf(state, list))) {
    dropFromSettings(channel, userId);
  }
  dropFromSettings(state, userId);
}
