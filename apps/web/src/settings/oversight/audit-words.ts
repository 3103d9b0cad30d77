import { listOf } from '../../i18n';
import type { AuditEntry } from '../../server/settings/oversight';
import type { Store } from '../../store/store';
import { s, wordsOf } from '../words';

/** What the log can say was done, and to what. A test holds them against the server. */
export const AUDIT_ACTIONS = [
  ...['created', 'changed', 'deleted', 'removed', 'renamed', 'reordered', 'deactivated', 'reactivated'],
  ...['archived', 'unarchived', 'topic deleted', 'subscribed', 'unsubscribed', 'added_to_group', 'removed_from_group'],
  ...['linked', 'unlinked', 'icon_changed', 'logo_changed', 'night_logo_changed', 'user_defaults_changed'],
  ...['avatar_changed', 'changed_email', 'changed_owner', 'changed_password', 'changed_status', 'logged_in'],
  ...['logged_out', 'failed_to_log_in', 'authenticated_again', 'reset_password', 'issued', 'reset', 'revoked_keys'],
  ...['added_second_factor', 'removed_second_factor', 'removed_second_factors', 'made_recovery_codes', 'requested'],
  ...['fetched', 'accepted', 'resent', 'granted', 'revoked', 'resolved', 'reopened', 'noted'],
];
export const AUDIT_OBJECTS = [
  ...['organization', 'user', 'bot', 'user_group', 'channel', 'channel_folder', 'message', 'report', 'invitation'],
  ...['export', 'custom_emoji', 'custom_profile_field', 'linkifier', 'realm_domain', 'realm_playground'],
  ...['identity_provider', 'scim_client', 'api_key'],
];

export const actionWords = (action: string): string => wordsOf(`audit_${action.replaceAll(' ', '_')}`) ?? action;
export const objectWords = (type: string): string => wordsOf(`auditObject_${type}`) ?? type;

/** What changed: a sentence for each fact, with people, channels and groups by their names. */
export function factsOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>, store: Store): string[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys.map((key) => {
    const [old, now] = [before?.[key], after?.[key]].map((value) => valueWords(key, value, store));
    const label = labelOf(key);
    if (before && after && key in before) return s.factChanged(label, old ?? '', now ?? '');
    return s.fact(label, (after && key in after ? now : old) ?? '');
  });
}

const labelOf = (key: string): string =>
  [`fact_${key}`, `realm_${key}`, `channel_${key}`, `group_${key}`, key].flatMap((one) => wordsOf(one) ?? [])[0] ??
  key.replaceAll('_', ' ');

function valueWords(key: string, value: unknown, store: Store): string {
  if (value === null || value === undefined || value === '') return s.nothing;
  if (typeof value === 'boolean') return value ? s.yes : s.no;
  if (Array.isArray(value))
    return value.length === 0 ? s.nothing : listOf(value.map((one) => valueWords(key.replace(/s$/, ''), one, store)));
  if (typeof value === 'number') return nameOf(key, value, store) ?? choiceOf(key, value) ?? String(value);
  if (typeof value === 'object')
    return setOf(value as Readonly<Record<string, unknown>>, store) ?? JSON.stringify(value);
  return choiceOf(key, value as string) ?? (value as string);
}

const PEOPLE = /(^|_)(user|owner|author|inviter|sender|creator|member|actor)_id$|^direct_member$/;

function nameOf(key: string, id: number, store: Store): string | undefined {
  if (PEOPLE.test(key)) return store.people.users.get(id)?.full_name;
  if (/(^|_)(channel|stream)_id$/.test(key)) return store.channels.all.get(id)?.name;
  return /(^|_)(group|subgroup)(_id)?$/.test(key) ? groupName(id, store) : undefined;
}

export function groupName(id: number, store: Store): string | undefined {
  const name = store.people.groups.get(id)?.name;
  return name === undefined ? undefined : (wordsOf(`group_${name.replace(/^role:/, '')}`) ?? name);
}

const choiceOf = (key: string, value: number | string): string | undefined =>
  wordsOf(`fact_${key}_${value}`) ??
  wordsOf(`${key === 'invited_as' ? 'role' : key}_${value}`) ??
  wordsOf(`realm_${key}_${value}`);

/** Who a setting is for: groups and people. */
function setOf(value: Readonly<Record<string, unknown>>, store: Store): string | undefined {
  const { direct_members: members, direct_subgroups: groups } = value;
  if (!Array.isArray(members) || !Array.isArray(groups)) return undefined;
  const names = [
    ...(groups as number[]).map((id) => groupName(id, store) ?? String(id)),
    ...(members as number[]).map((id) => store.people.users.get(id)?.full_name ?? String(id)),
  ];
  return names.length === 0 ? s.nothing : listOf(names);
}
