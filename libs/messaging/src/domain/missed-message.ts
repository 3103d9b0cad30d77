import { Visibility, VISIBILITY } from './user-topic';

/** Why somebody may have to be told of a message by mail; stored as numbers, the strongest first. */
export const REASON = {
  direct: 1,
  mentioned: 2,
  topicWildcard: 3,
  channelWildcard: 4,
  followed: 5,
  channel: 6,
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];

/** The settings of a user that matter, by the clients' names. */
export interface MailWishes {
  readonly enable_offline_email_notifications: boolean;
  readonly enable_stream_email_notifications: boolean;
  readonly enable_followed_topic_email_notifications: boolean;
  readonly enable_followed_topic_wildcard_mentions_notify: boolean;
  readonly wildcard_mentions_notify: boolean;
}

/** What a user said of the place of a message; of direct messages nothing can be said. */
export interface Hearing {
  readonly isChannelMuted: boolean;
  readonly visibility: Visibility;
  /** The subscription's own word; null: as the user's settings say. */
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

export const UNDIVIDED: Hearing = {
  isChannelMuted: false,
  visibility: VISIBILITY.inherit,
  emailNotifications: null,
  wildcardMentionsNotify: null,
};

/** What a user said of a topic goes before what is said of its channel. */
const isMuted = ({ isChannelMuted, visibility }: Hearing): boolean =>
  visibility === VISIBILITY.muted || (isChannelMuted && visibility === VISIBILITY.inherit);

/** Whether a message that was missed for that reason is to be told of by mail (reference: realtime-and-push.md 1.6). */
export function wantsMail(reason: Reason, wishes: MailWishes, hearing: Hearing): boolean {
  const isFollowed = hearing.visibility === VISIBILITY.followed;
  switch (reason) {
    case REASON.direct:
    case REASON.mentioned:
      return wishes.enable_offline_email_notifications;
    case REASON.topicWildcard:
    case REASON.channelWildcard: {
      if (!wishes.enable_offline_email_notifications || isMuted(hearing)) return false;
      if (isFollowed && wishes.enable_followed_topic_wildcard_mentions_notify) return true;
      return hearing.wildcardMentionsNotify ?? wishes.wildcard_mentions_notify;
    }
    case REASON.followed:
      return isFollowed && wishes.enable_followed_topic_email_notifications;
    case REASON.channel:
      return !isMuted(hearing) && (hearing.emailNotifications ?? wishes.enable_stream_email_notifications);
  }
}
