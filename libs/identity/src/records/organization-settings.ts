/** What this server can: an address with a password; and, where the operator allows it, an address alone. */
export const AUTHENTICATION_METHODS = ['Email', 'Dev'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** What an organization decided about itself, permissions apart. Durations carry their unit in the name. */
export interface OrganizationSettings {
  allowMessageEditing: boolean;
  /** Ways to log in by their names on the wire; what is not named is off. */
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
  /** Where clients link to calls at; null: where the server says. */
  jitsiServerUrl: string | null;
  messageContentAllowedInEmailNotifications: boolean;
  /** null: no limit. */
  messageContentDeleteLimitSeconds: number | null;
  /** null: no limit. */
  messageContentEditLimitSeconds: number | null;
  messageEditHistoryVisibility: 'all' | 'moves' | 'none';
  /** -1: for ever. */
  messageRetentionDays: number;
  moderationRequestChannelId: number | null;
  /** null: no limit. */
  moveMessagesBetweenChannelsLimitSeconds: number | null;
  /** null: no limit. */
  moveMessagesWithinChannelLimitSeconds: number | null;
  nameChangesDisabled: boolean;
  newChannelAnnouncementsChannelId: number | null;
  /** Number of the kind of organization that clients have a word for; 0: not said. */
  organizationType: number;
  presenceDisabled: boolean;
  requireE2eePushNotifications: boolean;
  requireUniqueNames: boolean;
  /** The notification bot tells in a channel what changes of it. */
  sendChannelEventsMessages: boolean;
  sendWelcomeEmails: boolean;
  signupAnnouncementsChannelId: number | null;
  topicsPolicy: 'allow_empty_topic' | 'disable_empty_topic';
  updateAnnouncementsChannelId: number | null;
  /** What the files of the organization may take together; null: as much as the server allows each. */
  uploadQuotaMib: number | null;
  videoChatProvider: number;
  /** Whole days until a member counts as a full member. */
  waitingPeriodThreshold: number;
  wantAdvertiseInCommunitiesDirectory: boolean;
  welcomeMessageCustomText: string;
}

const WEEK = 7 * 24 * 60 * 60;

/** The reference's defaults, with the choices of a first start (docs/operators.md, "Who may what"). */
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
  requireE2eePushNotifications: false,
  requireUniqueNames: false,
  sendChannelEventsMessages: true,
  sendWelcomeEmails: false,
  signupAnnouncementsChannelId: null,
  topicsPolicy: 'allow_empty_topic',
  updateAnnouncementsChannelId: null,
  uploadQuotaMib: null,
  videoChatProvider: 0,
  waitingPeriodThreshold: 0,
  wantAdvertiseInCommunitiesDirectory: false,
  welcomeMessageCustomText: '',
};
