/** A user's notification settings for one channel; `null`: the user's general setting applies. */
export interface NotificationOverrides {
  readonly desktopNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

/**
 * A user's settings for one channel. They are kept when the user unsubscribes, and apply again after a new
 * subscription.
 */
export interface SubscriptionSettings extends NotificationOverrides {
  /** `#` and six lower-case hex digits. */
  readonly color: string;
  readonly isMuted: boolean;
  readonly pinToTop: boolean;
}

export const DEFAULT_SUBSCRIPTION: Omit<SubscriptionSettings, 'color'> = {
  isMuted: false,
  pinToTop: false,
  desktopNotifications: null,
  audibleNotifications: null,
  pushNotifications: null,
  emailNotifications: null,
  wildcardMentionsNotify: null,
};

/** The default notification settings. They replace `null` for clients that cannot read it. */
export const INHERITED_NOTIFICATIONS: Readonly<Record<keyof NotificationOverrides, boolean>> = {
  desktopNotifications: false,
  audibleNotifications: false,
  pushNotifications: false,
  emailNotifications: false,
  wildcardMentionsNotify: true,
};

/** One change of a subscription's settings. */
export type SettingChange =
  | { readonly setting: 'color'; readonly value: string }
  | { readonly setting: Exclude<keyof SubscriptionSettings, 'color'>; readonly value: boolean };
