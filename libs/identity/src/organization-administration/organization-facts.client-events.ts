import { Config } from '@app/platform';
import type { GroupSetting } from '../roles/group-setting';
import { EXTERNAL_ACCOUNTS } from '../profile-fields/external-account';
import { namelessGroupSetting, shownGroupSetting } from '../permissions/group-setting-change';
import type { Organization, OrganizationPicture, OrganizationPictures, PushStatus } from '../records/organization';
import type { AuthenticationMethod, OrganizationSettings } from '../records/organization-settings';
import { videoChatProviders } from './organization-choices.client-events';
import type { PermissionGraph } from '../permissions/permission-graph';
import { ORGANIZATION_SETTINGS, OrganizationSettingName } from '../roles/setting-tables';
import type { SystemGroupIds, SystemGroupName } from '../roles/system-groups';
import { drawnPictureUrl, gravatarUrl, PICTURES } from '../pictures/avatar';
import { derivedProperties, PROPERTY_NAMES, shownProperty } from './organization-properties.client-events';

/** Numbers that older clients receive instead of groups. */
type Policy = Partial<Record<SystemGroupName, number>>;
const CREATION_POLICY: Policy = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const WILDCARD_MENTION_POLICY: Policy = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};
/** A group without a number is shown as administrators, who are members of most such groups. */
const FALLBACK: SystemGroupName = 'role:administrators';

function policyOf(setting: GroupSetting, policy: Policy, groups: SystemGroupIds): number {
  const names = Object.keys(groups) as SystemGroupName[];
  const name = names.find((one) => groups[one] === setting);
  return (name && policy[name]) ?? policy[FALLBACK]!;
}

/** The address of a picture: the uploaded one, or a generated pattern of the organization. Never empty. */
export function pictureUrl(
  { id, pictures }: Pick<Organization, 'id' | 'pictures'>,
  picture: OrganizationPicture,
  { emailDomain, gravatar }: Pick<Config, 'emailDomain' | 'gravatar'>,
): string {
  const key = pictures[picture];
  if (key !== undefined) return `${PICTURES}/${id}/realm/${key}.png`;
  return gravatar ? gravatarUrl(`organization${id}@${emailDomain}`, 1) : drawnPictureUrl(id, 'organization');
}

/** `U`: uploaded; otherwise the protocol's letter for a generated picture. */
const sourceOf = (pictures: OrganizationPictures, picture: OrganizationPicture): string =>
  pictures[picture] !== undefined ? 'U' : picture === 'icon' ? 'G' : 'D';

/** The fields of one picture as clients receive them. */
export const pictureFacts = (
  organization: Pick<Organization, 'id' | 'pictures'>,
  picture: OrganizationPicture,
  config: Config,
): Record<string, string> => ({
  [`${picture}_url`]: pictureUrl(organization, picture, config),
  [`${picture}_source`]: sourceOf(organization.pictures, picture),
});

/** The organization and its settings (docs/protocol/events.md). */
export function organizationFacts(
  organization: Organization,
  graph: PermissionGraph,
  config: Config,
): Record<string, unknown> {
  const { permissions, systemGroups } = organization;
  const pictures = (['icon', 'logo', 'night_logo'] as const).map((one) => pictureFacts(organization, one, config));
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_url: organization.url,
    realm_uri: organization.url,
    realm_date_created: Math.floor(organization.createdAt / 1000),
    realm_bot_domain: config.emailDomain,
    ...prefixed(Object.assign({}, ...pictures) as Record<string, string>),
    realm_plan_type: 1,
    zulip_plan_is_not_limited: true,
    realm_upload_quota_mib: organization.settings.uploadQuotaMib ?? config.uploadQuotaMib,
    realm_empty_topic_display_name: organization.emptyTopicName,
    ...propertiesOf(organization),
    ...Object.fromEntries(
      Object.entries(permissions).map(([name, value]) => [`realm_${name}`, shownGroupSetting(value, graph)]),
    ),
    realm_create_public_stream_policy: policyOf(
      permissions.can_create_public_channel_group,
      CREATION_POLICY,
      systemGroups,
    ),
    realm_create_private_stream_policy: policyOf(
      permissions.can_create_private_channel_group,
      CREATION_POLICY,
      systemGroups,
    ),
    realm_create_web_public_stream_policy: policyOf(
      permissions.can_create_web_public_channel_group,
      CREATION_POLICY,
      systemGroups,
    ),
    realm_wildcard_mention_policy: policyOf(
      permissions.can_mention_many_users_group,
      WILDCARD_MENTION_POLICY,
      systemGroups,
    ),
    realm_email_auth_enabled: organization.settings.authenticationMethods.Email === true,
    realm_password_auth_enabled: organization.settings.authenticationMethods.Email === true,
    realm_authentication_methods: shownMethods(organization.settings, config),
    ...prefixed(pushFacts(organization.pushStatus, config)),
    realm_available_video_chat_providers: videoChatProviders(config),
    realm_default_external_accounts: EXTERNAL_ACCOUNTS,
  };
}

/** The values that differ for spectators: they see no presence and no channel that may be private. */
const SPECTATOR_FACTS = {
  realm_presence_disabled: true,
  realm_moderation_request_channel_id: -1,
  realm_new_stream_announcements_stream_id: -1,
  realm_signup_announcements_stream_id: -1,
  realm_zulip_update_announcements_stream_id: -1,
  realm_welcome_message_custom_text: '',
};

/** `organizationFacts` and related values for spectators. Permissions do not name users. */
export function spectatorFacts(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = { ...facts };
  for (const name of Object.keys(ORGANIZATION_SETTINGS) as OrganizationSettingName[])
    shown[`realm_${name}`] = namelessGroupSetting(facts[`realm_${name}`] as GroupSetting);
  return { ...shown, ...SPECTATOR_FACTS };
}

/** The login methods of the server, and whether the organization allows them. */
export function shownMethods(
  { authenticationMethods: methods }: Pick<OrganizationSettings, 'authenticationMethods'>,
  { devLogin }: Pick<Config, 'devLogin'>,
): Record<string, { enabled: boolean; available: boolean }> {
  const shown = (method: AuthenticationMethod) => ({ enabled: methods[method] === true, available: true });
  return { Email: shown('Email'), ...(devLogin ? { Dev: shown('Dev') } : {}) };
}

/** A configured relay is assumed to work until it reports otherwise. */
export function pushFacts(
  status: PushStatus | null,
  { pushRelay }: Pick<Config, 'pushRelay'>,
): { push_notifications_enabled: boolean; push_notifications_enabled_end_timestamp: number | null } {
  const { isEnabled, endsAt } = pushRelay ? (status ?? UNKNOWN_PUSH_STATUS) : NO_PUSH;
  return { push_notifications_enabled: isEnabled, push_notifications_enabled_end_timestamp: isEnabled ? endsAt : null };
}

const UNKNOWN_PUSH_STATUS: PushStatus = { isEnabled: true, endsAt: null };
const NO_PUSH: PushStatus = { isEnabled: false, endsAt: null };

/** All settings with a single value, and their forms for older clients. */
function propertiesOf({ settings }: Organization): Record<string, unknown> {
  const shown = PROPERTY_NAMES.flatMap((name) =>
    Object.entries({ [name]: shownProperty(name, settings), ...derivedProperties(name, settings) }),
  );
  return prefixed(Object.fromEntries(shown));
}

const prefixed = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`realm_${name}`, value]));
