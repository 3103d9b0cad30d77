/** The login methods of the server: address and password; and, if the operator allows it, the address alone. */
export const AUTHENTICATION_METHODS = ['Email', 'Dev'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** The settings of an organization, without permissions. Names of durations contain the unit. */
export interface OrganizationSettings {
  allowMessageEditing: boolean;
  /** Login methods by their names on the wire. A method that is absent is off. */
  authenticationMethods: Readonly<Partial<Record<AuthenticationMethod, boolean>>>;
  avatarChangesDisabled: boolean;
  defaultCodeBlockLanguage: string;
  /** `email_address_visibility` of new accounts (docs/protocol/users.md). */
  defaultEmailAddressVisibility: number;
  defaultLanguage: string;
  digestEmailsEnabled: boolean;
  /** 0 Monday to 6 Sunday. */
  digestWeekday: number;
  disallowDisposableEmailAddresses: boolean;
  emailChangesDisabled: boolean;
  emailsRestrictedToDomains: boolean;
  enableGuestUserDmWarning: boolean;
  enableGuestUserIndicator: boolean;
  enableReadReceipts: boolean;
  enableSpectatorAccess: boolean;
  giphyRating: number;
  inlineImagePreview: boolean;
  inlineUrlEmbedPreview: boolean;
  inviteRequired: boolean;
  /** The address for video calls; `null`: the server's default. */
  jitsiServerUrl: string | null;
  messageContentAllowedInEmailNotifications: boolean;
  /** null: no limit. */
  messageContentDeleteLimitSeconds: number | null;
  /** null: no limit. */
  messageContentEditLimitSeconds: number | null;
  messageEditHistoryVisibility: 'all' | 'moves' | 'none';
  /** -1: unlimited. */
  messageRetentionDays: number;
  moderationRequestChannelId: number | null;
  /** null: no limit. */
  moveMessagesBetweenChannelsLimitSeconds: number | null;
  /** null: no limit. */
  moveMessagesWithinChannelLimitSeconds: number | null;
  nameChangesDisabled: boolean;
  newChannelAnnouncementsChannelId: number | null;
  /** The type of organization by its number in the protocol; 0: unspecified. */
  organizationType: number;
  presenceDisabled: boolean;
  /** After this time a session must authenticate again for dangerous actions. */
  reauthenticationSeconds: number;
  requireE2eePushNotifications: boolean;
  requireUniqueNames: boolean;
  /** Whether the notification bot posts messages about changes of a channel. */
  sendChannelEventsMessages: boolean;
  sendWelcomeEmails: boolean;
  /** A session ends this long after its last use. */
  sessionIdleSeconds: number;
  /** A session ends this long after its login; null: no limit. */
  sessionLifetimeSeconds: number | null;
  signupAnnouncementsChannelId: number | null;
  topicsPolicy: 'allow_empty_topic' | 'disable_empty_topic';
  updateAnnouncementsChannelId: number | null;
  /** The total size limit of the organization's files; `null`: only the server's limits apply. */
  uploadQuotaMib: number | null;
  videoChatProvider: number;
  /** After so many whole days a member becomes a full member. */
  waitingPeriodThreshold: number;
  wantAdvertiseInCommunitiesDirectory: boolean;
  welcomeMessageCustomText: string;
}

const WEEK = 7 * 24 * 60 * 60;

/** Seconds without use after which a session ends, and after which a login is no longer fresh, where nothing is set. */
export const IDLE_SECONDS = 2 * WEEK;
export const FRESH_SECONDS = 600;

/** The documented defaults, with the choices of the first start (docs/operators.md, "Who may what"). */
export const DEFAULT_ORGANIZATION_SETTINGS: OrganizationSettings = {
  allowMessageEditing: true,
  authenticationMethods: { Email: true, Dev: true },
  avatarChangesDisabled: false,
  defaultCodeBlockLanguage: '',
  defaultEmailAddressVisibility: 3,
  defaultLanguage: 'en',
  digestEmailsEnabled: false,
  digestWeekday: 1,
  disallowDisposableEmailAddresses: true,
  emailChangesDisabled: false,
  emailsRestrictedToDomains: false,
  enableGuestUserDmWarning: true,
  enableGuestUserIndicator: true,
  enableReadReceipts: true,
  enableSpectatorAccess: false,
  giphyRating: 0,
  inlineImagePreview: true,
  inlineUrlEmbedPreview: false,
  inviteRequired: true,
  jitsiServerUrl: null,
  messageContentAllowedInEmailNotifications: true,
  messageContentDeleteLimitSeconds: null,
  messageContentEditLimitSeconds: 600,
  messageEditHistoryVisibility: 'all',
  messageRetentionDays: -1,
  moderationRequestChannelId: null,
  moveMessagesBetweenChannelsLimitSeconds: WEEK,
  moveMessagesWithinChannelLimitSeconds: WEEK,
  nameChangesDisabled: false,
  newChannelAnnouncementsChannelId: null,
  organizationType: 0,
  presenceDisabled: false,
  reauthenticationSeconds: FRESH_SECONDS,
  requireE2eePushNotifications: false,
  requireUniqueNames: false,
  sendChannelEventsMessages: true,
  sendWelcomeEmails: false,
  sessionIdleSeconds: IDLE_SECONDS,
  sessionLifetimeSeconds: null,
  signupAnnouncementsChannelId: null,
  topicsPolicy: 'allow_empty_topic',
  updateAnnouncementsChannelId: null,
  uploadQuotaMib: null,
  videoChatProvider: 0,
  waitingPeriodThreshold: 0,
  wantAdvertiseInCommunitiesDirectory: false,
  welcomeMessageCustomText: '',
};
