import { Config } from '@app/platform';
import type { GroupSetting } from '../domain/group-setting';
import { shownGroupSetting } from '../domain/group-setting-change';
import type { Organization } from '../domain/organization';
import type { PermissionGraph } from '../domain/permission-graph';
import type { SystemGroupIds, SystemGroupName } from '../domain/system-groups';
import { gravatarUrl } from '../domain/user';
import { derivedProperties, PROPERTY_NAMES, shownProperty } from './organization-properties.client-events';

/** Numbers that older clients know instead of groups. */
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
/** What a group that has no number comes down to: administrators are sure to be in most that have none. */
const FALLBACK: SystemGroupName = 'role:administrators';

function policyOf(setting: GroupSetting, policy: Policy, groups: SystemGroupIds): number {
  const names = Object.keys(groups) as SystemGroupName[];
  const name = names.find((one) => groups[one] === setting);
  return (name && policy[name]) ?? policy[FALLBACK]!;
}

/** The picture of an organization that has none: a pattern of its own, never empty. */
export const iconUrl = ({ id }: Pick<Organization, 'id'>, { emailDomain }: Pick<Config, 'emailDomain'>): string =>
  gravatarUrl(`organization${id}@${emailDomain}`, 1);

/** What the organization is and decided (reference: realtime-and-push.md 1.5). */
export function organizationFacts(
  organization: Organization,
  graph: PermissionGraph,
  config: Config,
): Record<string, unknown> {
  const { permissions, systemGroups } = organization;
  const icon = iconUrl(organization, config);
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_url: organization.url,
    realm_uri: organization.url,
    realm_date_created: Math.floor(organization.createdAt / 1000),
    realm_bot_domain: config.emailDomain,
    realm_icon_url: icon,
    realm_icon_source: 'G',
    realm_logo_url: icon,
    realm_logo_source: 'D',
    realm_night_logo_url: icon,
    realm_night_logo_source: 'D',
    realm_org_type: 0,
    realm_plan_type: 1,
    zulip_plan_is_not_limited: true,
    realm_upload_quota_mib: null,
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
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_authentication_methods: { Email: { enabled: true, available: true }, ...developerLogin(config) },
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_available_video_chat_providers: { disabled: { name: 'None', id: 0 } },
    realm_default_external_accounts: {},
  };
}

const developerLogin = ({ devLogin }: Config): object => (devLogin ? { Dev: { enabled: true, available: true } } : {});

/** Every setting that is one value, and what older clients know instead. */
function propertiesOf({ settings }: Organization): Record<string, unknown> {
  const shown = PROPERTY_NAMES.flatMap((name) =>
    Object.entries({ [name]: shownProperty(name, settings), ...derivedProperties(name, settings) }),
  );
  return Object.fromEntries(shown.map(([name, value]) => [`realm_${name}`, value]));
}
