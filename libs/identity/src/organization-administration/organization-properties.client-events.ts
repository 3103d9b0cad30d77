import { AUTHENTICATION_METHODS, OrganizationSettings } from '../records/organization-settings';

type Key = keyof OrganizationSettings;
type Wired = boolean | number | string | null | object;

/** The name and the form of a setting in the protocol. */
interface Property {
  readonly key: Key;
  /** Converts the stored value for clients. */
  shown(value: Wired): Wired;
  /** Converts a client's value for storage. */
  read(value: Wired): Wired;
}

const same = (value: Wired): Wired => value;
const plain = (key: Key): Property => ({ key, shown: same, read: same });
const unlimited =
  (stored: null | -1) =>
  (value: Wired): Wired =>
    value === 'unlimited' ? stored : value;
const limit = (key: Key): Property => ({ key, shown: same, read: unlimited(null) });
/** The protocol writes "no channel" as -1. */
const channel = (key: Key): Property => ({
  key,
  shown: (value) => value ?? -1,
  read: (value) => (value === -1 ? null : value),
});

/** A method that is absent is off. A method that the server does not support is always off. */
function knownMethods(value: Wired): Wired {
  const given = value as Record<string, boolean>;
  return Object.fromEntries(AUTHENTICATION_METHODS.map((method) => [method, given[method] === true]));
}

/** The settings with a single value, by their names in the protocol. */
export const PROPERTIES = {
  allow_message_editing: plain('allowMessageEditing'),
  authentication_methods: { key: 'authenticationMethods', shown: same, read: knownMethods },
  avatar_changes_disabled: plain('avatarChangesDisabled'),
  default_code_block_language: plain('defaultCodeBlockLanguage'),
  default_language: plain('defaultLanguage'),
  digest_emails_enabled: plain('digestEmailsEnabled'),
  digest_weekday: plain('digestWeekday'),
  disallow_disposable_email_addresses: plain('disallowDisposableEmailAddresses'),
  email_changes_disabled: plain('emailChangesDisabled'),
  emails_restricted_to_domains: plain('emailsRestrictedToDomains'),
  enable_guest_user_dm_warning: plain('enableGuestUserDmWarning'),
  enable_guest_user_indicator: plain('enableGuestUserIndicator'),
  enable_read_receipts: plain('enableReadReceipts'),
  enable_spectator_access: plain('enableSpectatorAccess'),
  giphy_rating: plain('giphyRating'),
  inline_image_preview: plain('inlineImagePreview'),
  inline_url_embed_preview: plain('inlineUrlEmbedPreview'),
  invite_required: plain('inviteRequired'),
  /** `default` is the server's address. */
  jitsi_server_url: { key: 'jitsiServerUrl', shown: same, read: (value) => (value === 'default' ? null : value) },
  message_content_allowed_in_email_notifications: plain('messageContentAllowedInEmailNotifications'),
  message_content_delete_limit_seconds: limit('messageContentDeleteLimitSeconds'),
  message_content_edit_limit_seconds: limit('messageContentEditLimitSeconds'),
  message_edit_history_visibility_policy: plain('messageEditHistoryVisibility'),
  message_retention_days: { key: 'messageRetentionDays', shown: same, read: unlimited(-1) },
  moderation_request_channel_id: channel('moderationRequestChannelId'),
  move_messages_between_streams_limit_seconds: limit('moveMessagesBetweenChannelsLimitSeconds'),
  move_messages_within_stream_limit_seconds: limit('moveMessagesWithinChannelLimitSeconds'),
  name_changes_disabled: plain('nameChangesDisabled'),
  new_stream_announcements_stream_id: channel('newChannelAnnouncementsChannelId'),
  org_type: plain('organizationType'),
  presence_disabled: plain('presenceDisabled'),
  reauthentication_seconds: plain('reauthenticationSeconds'),
  require_e2ee_push_notifications: plain('requireE2eePushNotifications'),
  require_unique_names: plain('requireUniqueNames'),
  send_channel_events_messages: plain('sendChannelEventsMessages'),
  send_welcome_emails: plain('sendWelcomeEmails'),
  session_idle_seconds: plain('sessionIdleSeconds'),
  session_lifetime_seconds: limit('sessionLifetimeSeconds'),
  signup_announcements_stream_id: channel('signupAnnouncementsChannelId'),
  topics_policy: plain('topicsPolicy'),
  video_chat_provider: plain('videoChatProvider'),
  waiting_period_threshold: plain('waitingPeriodThreshold'),
  want_advertise_in_communities_directory: plain('wantAdvertiseInCommunitiesDirectory'),
  welcome_message_custom_text: plain('welcomeMessageCustomText'),
  zulip_update_announcements_stream_id: channel('updateAnnouncementsChannelId'),
} as const satisfies Record<string, Property>;

export type PropertyName = keyof typeof PROPERTIES;
export const PROPERTY_NAMES = Object.keys(PROPERTIES) as PropertyName[];

/**
 * The name of a setting in the protocol. A setting that is not a property, such as a permission, keeps its own name.
 */
export const wireNameOf = (key: string): string =>
  PROPERTY_NAMES.find((name) => PROPERTIES[name].key === key) ?? OPERATORS_NAMES[key] ?? key;

/** Settings that clients cannot change. */
const OPERATORS_NAMES: Readonly<Record<string, string>> = { uploadQuotaMib: 'upload_quota_mib' };

/** The value of one setting as clients receive it. */
export const shownProperty = (name: PropertyName, settings: Readonly<OrganizationSettings>): Wired => {
  const { key, shown }: Property = PROPERTIES[name];
  return shown(settings[key]);
};

/** Additional values that some settings have for older clients. */
export function derivedProperties(name: PropertyName, settings: Readonly<OrganizationSettings>): Record<string, Wired> {
  if (name === 'topics_policy') return { mandatory_topics: settings.topicsPolicy === 'disable_empty_topic' };
  if (name === 'message_edit_history_visibility_policy')
    return { allow_edit_history: settings.messageEditHistoryVisibility !== 'none' };
  return {};
}
