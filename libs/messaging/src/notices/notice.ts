import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';

interface Said {
  readonly organizationId: OrganizationId;
  /** Sent by the welcome bot instead of the notification bot. */
  readonly isWelcome?: boolean;
  /** Markdown. All its mentions are silent. */
  readonly content: string;
  /** Other channels to which it may link. Its reader may see all of them. */
  readonly linkedChannelIds?: readonly ChannelId[];
}

/** A message of the notification bot in a channel, independent of the channel's settings and also if it is archived. */
export interface ChannelNotice extends Said {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** The acting user, for whom the notice is read. */
  readonly actorId?: UserId | null;
  /**
   * A message of the topic that was resolved or unresolved. The notice is sent only while that message is there, and is
   * unread only for people whose `resolved_topic_notice_auto_read_policy` says so.
   */
  readonly resolutionOf?: MessageId | null;
}

/** A direct message of the notification bot to each of some users. */
export interface DirectNotice extends Said {
  readonly userIds: readonly UserId[];
}

/** The topic of messages about a channel. */
export const CHANNEL_EVENTS_TOPIC = 'channel events';
/** The topic of messages about new channels. */
export const NEW_CHANNELS_TOPIC = 'new channels';

/** The most recipients in one transaction. */
const MAX_TOGETHER = 20;

/** Splits the users into parts for one short transaction each. */
export function parts(userIds: readonly UserId[]): UserId[][] {
  const distinct = [...new Set(userIds)];
  const count = Math.ceil(distinct.length / MAX_TOGETHER);
  return Array.from({ length: count }, (_, at) => distinct.slice(at * MAX_TOGETHER, (at + 1) * MAX_TOGETHER));
}
