import { Visibility, VISIBILITY } from '../user-topics/user-topic';

/** Why a user may have to be notified of a missed message. Stored as numbers, the strongest first. */
export const REASON = {
  direct: 1,
  mentioned: 2,
  topicWildcard: 3,
  channelWildcard: 4,
  followed: 5,
  channel: 6,
} as const;
/** One of them. */
export type Reason = (typeof REASON)[keyof typeof REASON];

/** The user's settings for missed messages. */
export type Way = 'mail' | 'push';

/** The relevant settings of a user, by their names in the protocol. */
export interface Settings {
  readonly enable_offline_email_notifications: boolean;
  readonly enable_stream_email_notifications: boolean;
  readonly enable_followed_topic_email_notifications: boolean;
  readonly enable_offline_push_notifications: boolean;
  readonly enable_stream_push_notifications: boolean;
  readonly enable_followed_topic_push_notifications: boolean;
  readonly enable_followed_topic_wildcard_mentions_notify: boolean;
  readonly wildcard_mentions_notify: boolean;
}

/** The notifications that a user wants in one way. */
export interface NotificationChoices {
  /** Direct messages and mentions. */
  readonly addressed: boolean;
  /** All messages of subscribed channels, unless the channel's setting differs. */
  readonly channels: boolean;
  readonly followedTopics: boolean;
  readonly wildcards: boolean;
  readonly followedWildcards: boolean;
}

export function notificationChoices(way: Way, settings: Settings): NotificationChoices {
  const common = {
    wildcards: settings.wildcard_mentions_notify,
    followedWildcards: settings.enable_followed_topic_wildcard_mentions_notify,
  };
  return way === 'mail'
    ? {
        ...common,
        addressed: settings.enable_offline_email_notifications,
        channels: settings.enable_stream_email_notifications,
        followedTopics: settings.enable_followed_topic_email_notifications,
      }
    : {
        ...common,
        addressed: settings.enable_offline_push_notifications,
        channels: settings.enable_stream_push_notifications,
        followedTopics: settings.enable_followed_topic_push_notifications,
      };
}

/** A user's settings for the place of a message. Direct messages have none. */
export interface PlaceSettings {
  readonly isChannelMuted: boolean;
  readonly visibility: Visibility;
  /** The subscription's setting for the way; `null`: the user's general setting applies. */
  readonly notifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

export const UNDIVIDED: PlaceSettings = {
  isChannelMuted: false,
  visibility: VISIBILITY.inherit,
  notifications: null,
  wildcardMentionsNotify: null,
};

/** The setting of the topic takes precedence over that of the channel. */
const isMuted = ({ isChannelMuted, visibility }: PlaceSettings): boolean =>
  visibility === VISIBILITY.muted || (isChannelMuted && visibility === VISIBILITY.inherit);

/** Whether the user is notified of a missed message for that reason (docs/protocol/notifications.md). */
export function wants(reason: Reason, choices: NotificationChoices, hearing: PlaceSettings): boolean {
  const isFollowed = hearing.visibility === VISIBILITY.followed;
  switch (reason) {
    case REASON.direct:
    case REASON.mentioned:
      return choices.addressed;
    case REASON.topicWildcard:
    case REASON.channelWildcard: {
      if (!choices.addressed || isMuted(hearing)) return false;
      if (isFollowed && choices.followedWildcards) return true;
      return hearing.wildcardMentionsNotify ?? choices.wildcards;
    }
    case REASON.followed:
      return isFollowed && choices.followedTopics;
    case REASON.channel:
      return !isMuted(hearing) && (hearing.notifications ?? choices.channels);
  }
}
