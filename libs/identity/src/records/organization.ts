import type { OrganizationId } from '@app/kernel';
import { OrganizationNameIsInvalid } from '../errors';
import { GroupSetting } from '../roles/group-setting';
import { DEFAULT_ORGANIZATION_SETTINGS, OrganizationSettings } from './organization-settings';
import { isPrintable, visibleLength } from './printable';
import { ORGANIZATION_SETTINGS, OrganizationSettingName, SettingRule } from '../roles/setting-tables';
import type { SystemGroupIds, SystemGroupName } from '../roles/system-groups';

/** Who may do what in an organization; every setting filled in, values normalised. */
export type OrganizationPermissions = Readonly<Record<OrganizationSettingName, GroupSetting>>;

/** An organization with everything that it has decided; defaults filled in. */
export interface Organization {
  readonly id: OrganizationId;
  /** Its name among relays, for ever. */
  readonly uuid: string;
  readonly name: string;
  /** Lower-case, with a port where one was given: what tells organizations apart. */
  readonly host: string;
  /** Source text. */
  readonly description: string;
  /** Public address without a trailing slash. */
  readonly url: string;
  readonly settings: Readonly<OrganizationSettings>;
  readonly permissions: OrganizationPermissions;
  readonly systemGroups: SystemGroupIds;
  readonly pictures: OrganizationPictures;
  /** Personal settings that newcomers begin with, by the clients' names, as far as the organization chose them. */
  readonly userDefaults: Readonly<Record<string, unknown>>;
  /** What the push relay has said last; null: nothing yet. */
  readonly pushStatus: PushStatus | null;
  /** Nobody gets in. */
  readonly isDeactivated: boolean;
  /** Name under which clients that do not know the empty topic see it. */
  readonly emptyTopicName: string;
  /** `Actor.permissionVersion` that all this belongs to: it rises with every change of the above. */
  readonly version: number;
  /** `Actor.linkifierVersion` and `Actor.emojiVersion` as they were when this was read; they may have risen since. */
  readonly linkifierVersion: number;
  readonly emojiVersion: number;
  /** UNIX milliseconds. */
  readonly createdAt: number;
}

/** Whether notifications of the organization reach phones. */
export interface PushStatus {
  readonly isEnabled: boolean;
  /** UNIX seconds from when on they will not any longer; null: no end is known. */
  readonly endsAt: number | null;
}

/** Keys of the pictures that were uploaded. */
export type OrganizationPictures = Readonly<Partial<Record<OrganizationPicture, string>>>;
export type OrganizationPicture = 'icon' | 'logo' | 'night_logo';

/** What the `settings` column holds: only what differs from the defaults. */
export type StoredOrganizationSettings = Partial<OrganizationSettings> & {
  permissions?: Partial<Record<OrganizationSettingName, GroupSetting>>;
};

/** Whether guests see everybody, and not those alone whom they know (docs/protocol/users.md). */
export const showsEverybodyToGuests = ({
  permissions,
  systemGroups,
}: Pick<Organization, 'permissions' | 'systemGroups'>): boolean =>
  permissions.can_access_all_users_group === systemGroups['role:everyone'];

const MAX_NAME_LENGTH = 40;

/**
 * The name of an organization as it is stored.
 * @throws OrganizationNameIsInvalid
 */
export function organizationName(given: string): string {
  const name = given.trim();
  const isName = visibleLength(name) > 0 && [...name].length <= MAX_NAME_LENGTH && isPrintable(name);
  if (!isName) throw new OrganizationNameIsInvalid();
  return name;
}

/** How the topic without a name is shown to clients that do not know it. */
export const EMPTY_TOPIC_NAME = 'general chat';

export function settingsOf({ permissions: _, ...stored }: StoredOrganizationSettings): OrganizationSettings {
  return { ...DEFAULT_ORGANIZATION_SETTINGS, ...stored };
}

export function permissionsOf(
  { permissions = {} }: StoredOrganizationSettings,
  groups: SystemGroupIds,
): OrganizationPermissions {
  const rules = Object.entries<SettingRule>(ORGANIZATION_SETTINGS);
  const defaults = rules.map(([name, rule]) => [name, groups[rule.default as SystemGroupName]]);
  return { ...Object.fromEntries(defaults), ...permissions } as OrganizationPermissions;
}

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;
const BRACKETED_HOST = /^\[[0-9a-f:.]{2,45}\](:\d{1,5})?$/;

export const isHost = (host: string): boolean => HOST.test(host) || BRACKETED_HOST.test(host);

/** The host without its port. */
export const bareHost = (host: string): string => host.replace(/:\d{1,5}$/, '');

/** The sole name of the server's own address, in the form that the Host header has. */
export const hostOfUrl = (url: string): string => new URL(url).host.toLowerCase();
