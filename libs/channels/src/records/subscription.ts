/** Whether a user is notified of what happens in one channel; null: as the user's settings say. */
export interface NotificationOverrides {
  readonly desktopNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

/** How one user wants to see one channel. Kept when the user unsubscribes, and found again on return. */
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

/** What a user who has set nothing is notified of in channels: stands in for null where clients cannot read null. */
export const INHERITED_NOTIFICATIONS: Readonly<Record<keyof NotificationOverrides, boolean>> = {
  desktopNotifications: false,
  audibleNotifications: false,
  pushNotifications: false,
  emailNotifications: false,
  wildcardMentionsNotify: true,
};

/** One change that a user makes to a subscription. */
export type SettingChange =
  | { readonly setting: 'color'; readonly value: string }
  | { readonly setting: Exclude<keyof SubscriptionSettings, 'color'>; readonly value: boolean };
