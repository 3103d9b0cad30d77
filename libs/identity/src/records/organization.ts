import type { OrganizationId } from '@app/kernel';
import { OrganizationNameIsInvalid } from '../errors';
import { GroupSetting } from '../roles/group-setting';
import { DEFAULT_ORGANIZATION_SETTINGS, OrganizationSettings } from './organization-settings';
import { isPrintable, visibleLength } from './printable';
import { ORGANIZATION_SETTINGS, OrganizationSettingName, SettingRule } from '../roles/setting-tables';
import type { SystemGroupIds, SystemGroupName } from '../roles/system-groups';

/** The permissions of an organization: all settings, with normalised values. */
export type OrganizationPermissions = Readonly<Record<OrganizationSettingName, GroupSetting>>;

/** An organization with all its settings; defaults are filled in. */
export interface Organization {
  readonly id: OrganizationId;
  /** Identifies the organization to push relays. It never changes. */
  readonly uuid: string;
  readonly name: string;
  /** Lower-case, with a port if one was given. Identifies the organization. */
  readonly host: string;
  /** Markdown source. */
  readonly description: string;
  /** Public address without a trailing slash. */
  readonly url: string;
  readonly settings: Readonly<OrganizationSettings>;
  readonly permissions: OrganizationPermissions;
  readonly systemGroups: SystemGroupIds;
  readonly pictures: OrganizationPictures;
  /** The organization's defaults of personal settings for new users, by their names in the protocol. */
  readonly userDefaults: Readonly<Record<string, unknown>>;
  /** The last status that the push relay reported; `null`: none yet. */
  readonly pushStatus: PushStatus | null;
  /** All requests are refused. */
  readonly isDeactivated: boolean;
  /** The name of the empty topic for clients that do not know empty topics. */
  readonly emptyTopicName: string;
  /** The `Actor.permissionVersion` to which this object belongs. Each change of the fields above raises it. */
  readonly version: number;
  /** `Actor.linkifierVersion` and `Actor.emojiVersion` at the time of reading. They may be higher now. */
  readonly linkifierVersion: number;
  readonly emojiVersion: number;
  /** UNIX milliseconds. */
  readonly createdAt: number;
}

/** Whether push notifications of the organization work. */
export interface PushStatus {
  readonly isEnabled: boolean;
  /** UNIX seconds at which they will stop; `null`: no end is known. */
  readonly endsAt: number | null;
}

/** The keys of uploaded pictures. */
export type OrganizationPictures = Readonly<Partial<Record<OrganizationPicture, string>>>;
export type OrganizationPicture = 'icon' | 'logo' | 'night_logo';

/** The content of the `settings` column: only values that differ from the defaults. */
export type StoredOrganizationSettings = Partial<OrganizationSettings> & {
  permissions?: Partial<Record<OrganizationSettingName, GroupSetting>>;
};

/** Whether guests may see all users (docs/protocol/users.md). */
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

/** The name of the empty topic for clients that do not know empty topics. */
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

/** The host of the server's own address, in the form of the Host header. */
export const hostOfUrl = (url: string): string => new URL(url).host.toLowerCase();
