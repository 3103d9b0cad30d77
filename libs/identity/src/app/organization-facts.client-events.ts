import { Config } from '@app/platform';
import type { GroupSetting } from '../domain/group-setting';
import type { Organization } from '../domain/organization';
import type { SystemGroupIds, SystemGroupName } from '../domain/system-groups';
import { gravatarUrl } from '../domain/user';

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
export function organizationFacts(organization: Organization, config: Config): Record<string, unknown> {
  const { settings, permissions, systemGroups } = organization;
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
    ...simpleSettings(organization),
    ...editing(organization),
    ...channelsOf(organization),
    ...Object.fromEntries(Object.entries(permissions).map(([name, value]) => [`realm_${name}`, value])),
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
    realm_digest_emails_enabled: settings.digestEmailsEnabled,
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

function simpleSettings({ settings }: Organization): Record<string, unknown> {
  return {
    realm_avatar_changes_disabled: settings.avatarChangesDisabled,
    realm_default_code_block_language: settings.defaultCodeBlockLanguage,
    realm_default_language: settings.defaultLanguage,
    realm_digest_weekday: settings.digestWeekday,
    realm_disallow_disposable_email_addresses: settings.disallowDisposableEmailAddresses,
    realm_email_changes_disabled: settings.emailChangesDisabled,
    realm_emails_restricted_to_domains: settings.emailsRestrictedToDomains,
    realm_enable_guest_user_dm_warning: settings.enableGuestUserDmWarning,
    realm_enable_guest_user_indicator: settings.enableGuestUserIndicator,
    realm_enable_read_receipts: settings.enableReadReceipts,
    realm_enable_spectator_access: settings.enableSpectatorAccess,
    realm_giphy_rating: settings.giphyRating,
    realm_inline_image_preview: settings.inlineImagePreview,
    realm_inline_url_embed_preview: settings.inlineUrlEmbedPreview,
    realm_invite_required: settings.inviteRequired,
    realm_message_content_allowed_in_email_notifications: settings.messageContentAllowedInEmailNotifications,
    realm_message_retention_days: settings.messageRetentionDays,
    realm_name_changes_disabled: settings.nameChangesDisabled,
    realm_presence_disabled: settings.presenceDisabled,
    realm_require_e2ee_push_notifications: settings.requireE2eePushNotifications,
    realm_require_unique_names: settings.requireUniqueNames,
    realm_send_welcome_emails: settings.sendWelcomeEmails,
    realm_video_chat_provider: settings.videoChatProvider,
    realm_waiting_period_threshold: settings.waitingPeriodThreshold,
    realm_want_advertise_in_communities_directory: settings.wantAdvertiseInCommunitiesDirectory,
    realm_welcome_message_custom_text: settings.welcomeMessageCustomText,
  };
}

function editing({ settings }: Organization): Record<string, unknown> {
  return {
    realm_allow_message_editing: settings.allowMessageEditing,
    realm_allow_edit_history: settings.messageEditHistoryVisibility !== 'none',
    realm_message_edit_history_visibility_policy: settings.messageEditHistoryVisibility,
    realm_message_content_edit_limit_seconds: settings.messageContentEditLimitSeconds,
    realm_message_content_delete_limit_seconds: settings.messageContentDeleteLimitSeconds,
    realm_move_messages_within_stream_limit_seconds: settings.moveMessagesWithinChannelLimitSeconds,
    realm_move_messages_between_streams_limit_seconds: settings.moveMessagesBetweenChannelsLimitSeconds,
    realm_topics_policy: settings.topicsPolicy,
    realm_mandatory_topics: settings.topicsPolicy === 'disable_empty_topic',
  };
}

/** Channels by their ids; -1: none. */
function channelsOf({ settings }: Organization): Record<string, unknown> {
  return {
    realm_moderation_request_channel_id: settings.moderationRequestChannelId ?? -1,
    realm_new_stream_announcements_stream_id: settings.newChannelAnnouncementsChannelId ?? -1,
    realm_signup_announcements_stream_id: settings.signupAnnouncementsChannelId ?? -1,
    realm_zulip_update_announcements_stream_id: settings.updateAnnouncementsChannelId ?? -1,
  };
}
