import type { Fold, State } from './state';

/** A whole list replaces the one before. */
const whole =
  (name: string): Fold =>
  (state, event) => {
    if (name in state) state[name] = event[name];
  };

export const alert_words: Fold = whole('alert_words');
export const muted_users: Fold = whole('muted_users');

export const user_status: Fold = (state, { user_id: userId, ...event }) => {
  const statuses = state.user_status as Record<string, Record<string, unknown>> | undefined;
  if (!statuses) return;
  const status = { ...statuses[String(userId)] };
  for (const name of ['away', 'status_text', 'emoji_name', 'emoji_code', 'reaction_type']) {
    if (!(name in event)) continue;
    if (event[name] === '' || event[name] === false) delete status[name];
    else status[name] = event[name];
  }
  if (Object.keys(status).length > 0) statuses[String(userId)] = status;
  else delete statuses[String(userId)];
};

/** Clients that support the object of settings keep it; others have the same at the top level, from other events. */
export const user_settings: Fold = (state, { property, value }) => {
  const settings = state.user_settings as Record<string, unknown> | undefined;
  if (settings && (property as string) in settings) settings[property as string] = value;
  // Drafts without synchronization stay in the client in which they were written.
  if (property === 'enable_drafts_synchronization' && value === false && 'drafts' in state) state.drafts = [];
};

const flat =
  (property: string, value: string): Fold =>
  (state, event) => {
    if ((event[property] as string) in state) state[event[property] as string] = event[value];
  };

export const update_display_settings: Fold = flat('setting_name', 'setting');
export const update_global_notifications: Fold = flat('notification_name', 'setting');

type Person = Record<string, unknown> & { profile_data?: Record<string, unknown> };

/** The values are removed with their field. */
export const custom_profile_fields: Fold = (state, { fields }) => {
  if ('custom_profile_fields' in state) state.custom_profile_fields = fields;
  const known = new Set((fields as { id: number }[]).map(({ id }) => String(id)));
  for (const person of [...people(state, 'realm_users'), ...people(state, 'realm_non_active_users')]) {
    for (const id of Object.keys(person.profile_data ?? {})) if (!known.has(id)) delete person.profile_data![id];
  }
};

const people = (state: State, list: string): Person[] => (state[list] ?? []) as Person[];
