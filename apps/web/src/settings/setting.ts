import type { Client } from '../app/client';
import { HOLD_SECONDS, holdSeconds, setHoldSeconds } from '../app/hold-seconds';
import type { Refusal } from '../server/refusal';
import type { OrganizationSetting, PersonalSetting } from '../server/settings/settings';
import type { Store } from '../store/store';
import { ORGANIZATION, PERSONAL, Row, TableSection } from './table';
import { s, wordsOf } from './words';

/** Older messages that a retention deletes. */
export interface Deletion {
  readonly days: number;
  /** Absent: of all channels without a retention of their own, and direct messages. */
  readonly channelId?: number;
}

/** A row of the table with its value, and who may change it. */
export interface Setting {
  /** Names it among all that a page shows. */
  readonly id: string;
  readonly row: Pick<Row, 'control'>;
  readonly label: string;
  /** Beginning of the names of its choices' words. */
  readonly wordsOfChoices: string;
  /** What it is good for; absent or empty: the label says it. */
  readonly help?: string;
  /** Why the user may not change it; `null`: the user may. */
  readonly reason: string | null;
  /** Messages that a value ends, which the user is asked about before; absent or `null`: none. */
  deletes?(value: unknown): Deletion | null;
  /** What is stored now. */
  read(): unknown;
  save(value: unknown): Promise<Refusal | null>;
}

/** A part of the page whose controls come from the table. */
export type SettingsPage = TableSection | 'organization-level-user-defaults';

export function settingsOf(client: Client, page: SettingsPage): Setting[] {
  if (page === 'organization-level-user-defaults')
    return entriesOf(PERSONAL)
      .filter(([name]) => !OF_ACCOUNTS.has(name))
      .map(([name, row]) => ofNewcomers(client, name, row));
  return [
    ...entriesOf(PERSONAL)
      .filter(([, { section }]) => section === page)
      .flatMap(([name, row]) => [ofUser(client, name, row), ...(name === 'enter_sends' ? [holding()] : [])]),
    ...entriesOf(ORGANIZATION)
      .filter(([, { section }]) => section === page)
      .map(([name, row]) => ofOrganization(client, name, row)),
  ];
}

/** Settings that each account sets alone. */
const OF_ACCOUNTS: ReadonlySet<PersonalSetting> = new Set<PersonalSetting>(['default_language', 'timezone']);

const entriesOf = <Name extends string>(table: Readonly<Record<Name, Row>>): [Name, Row][] =>
  Object.entries(table) as [Name, Row][];

const valuesOf = (values: object | undefined): Partial<Record<string, unknown>> => ({ ...values });

function ofUser({ store, settings }: Client, name: PersonalSetting, row: Row): Setting {
  return {
    ...{ id: name, row, label: wordsOf(name) ?? name, wordsOfChoices: name, reason: null },
    read: () => valuesOf(store.lists.get('user_settings'))[name],
    save: (next) => settings.changeOwn({ [name]: next }),
  };
}

/** A setting of the browser, and not of the account. */
const holding = (): Setting => ({
  id: 'hold_seconds',
  row: { control: { kind: 'choice', values: HOLD_SECONDS } },
  ...{ label: s.hold_seconds, wordsOfChoices: 'hold_seconds', help: s.hold_seconds_help, reason: null },
  read: holdSeconds,
  save: async (next) => {
    setHoldSeconds(Number(next));
    return null;
  },
});

function ofNewcomers({ store, settings }: Client, name: PersonalSetting, row: Row): Setting {
  return {
    ...{ id: `newcomers_${name}`, row, label: wordsOf(name) ?? name, wordsOfChoices: name },
    read: () => valuesOf(store.organization.get('realm_user_settings_defaults'))[name],
    reason: reasonAgainst(store.own?.role, false),
    save: (next) => settings.changeForNewcomers({ [name]: next }),
  };
}

function ofOrganization({ store, settings }: Client, name: OrganizationSetting, row: Row): Setting {
  const words = `realm_${name}`;
  const read = () => valuesOf(store.organization.all())[words];
  return {
    ...{ id: words, row: offered(store, name, row), label: wordsOf(words) ?? name, wordsOfChoices: words, read },
    reason: reasonAgainst(store.own?.role, row.ofOwners === true),
    ...(name === 'message_retention_days' && {
      deletes: (next: unknown) => (typeof next === 'number' ? { days: next } : null),
    }),
    save: (next) =>
      settings.changeOrganization({
        [name]: row.control.kind === 'group' ? { new: next, old: read() } : next,
      }),
  };
}

/** The providers that the operator of the server has set up. */
function offered({ organization }: Store, name: OrganizationSetting, row: Row): Pick<Row, 'control'> {
  const { control } = row;
  if (name !== 'video_chat_provider' || control.kind !== 'choice') return row;
  const ids = Object.values(organization.get('realm_available_video_chat_providers')).map(({ id }) => id);
  const known = [...ids, organization.get('realm_video_chat_provider')];
  return { control: { ...control, values: control.values.filter((value) => known.some((id) => id === value)) } };
}

const OWNER = 100;
const ADMINISTRATOR = 200;

/** `null`: the role may change settings of the organization. */
export function reasonAgainst(role: number | undefined, isOfOwners: boolean): string | null {
  if (role === undefined || role > (isOfOwners ? OWNER : ADMINISTRATOR))
    return isOfOwners ? s.ofOwners : s.ofAdministrators;
  return null;
}

/** Words of the server for a period without an end, and for the one of the organization. */
export const UNLIMITED = 'unlimited';
export const INHERITED = 'realm_default';
const FOR_EVER = -1;

/** What the server is told so that a value is stored; some are stored in another form. `undefined`: it does not take it. */
export function requestFor({ control }: Pick<Row, 'control'>, stored: unknown): unknown {
  if (control.kind === 'limit' && control.isInherited)
    return stored === null ? INHERITED : stored === FOR_EVER ? UNLIMITED : stored;
  if (control.kind === 'limit') return stored ?? UNLIMITED;
  if (control.kind === 'zone') return stored === '' ? undefined : stored;
  if (control.kind === 'text') return stored ?? control.whenEmpty ?? '';
  if (control.kind !== 'methods') return stored;
  const methods = Object.entries(stored as Record<string, { enabled: boolean; available: boolean }>);
  return Object.fromEntries(
    methods.filter(([, { available }]) => available).map(([name, { enabled }]) => [name, enabled]),
  );
}
