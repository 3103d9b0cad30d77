import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';

interface Said {
  readonly organizationId: OrganizationId;
  /** The welcome bot says it, not the notification bot. */
  readonly isWelcome?: boolean;
  /** Markdown. It mentions nobody but silently. */
  readonly content: string;
  /** Channels besides its own that it may link to: all of them known to its reader. */
  readonly linkedChannelIds?: readonly ChannelId[];
}

/** What the notification bot says in a channel, whatever its settings and whether or not it is archived. */
export interface ChannelNotice extends Said {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** Whose doing it is: has read it, if anybody receives it. */
  readonly actorId?: UserId | null;
  /**
   * A message of the topic, of which it is said that it is resolved, or open again: said only while that message is there,
   * and unread only for those who have written there.
   */
  readonly resolutionOf?: MessageId | null;
}

/** What the notification bot says to each of some people, in a conversation of its own with each. */
export interface DirectNotice extends Said {
  readonly userIds: readonly UserId[];
}

/** Where channels tell of themselves. */
export const CHANNEL_EVENTS_TOPIC = 'channel events';
/** Where the organization tells of new channels. */
export const NEW_CHANNELS_TOPIC = 'new channels';

/** So many are written to in one transaction. */
const MOST_TOGETHER = 20;

/** In parts that can be sent in one short transaction each. */
export function parts(userIds: readonly UserId[]): UserId[][] {
  const distinct = [...new Set(userIds)];
  const count = Math.ceil(distinct.length / MOST_TOGETHER);
  return Array.from({ length: count }, (_, at) => distinct.slice(at * MOST_TOGETHER, (at + 1) * MOST_TOGETHER));
}
