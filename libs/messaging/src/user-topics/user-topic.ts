import type { ChannelId } from '@app/kernel';

/** What a user wants of one topic, in the interface's numbers; `inherit`: what the channel says. */
export const VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type Visibility = (typeof VISIBILITY)[keyof typeof VISIBILITY];

/** A topic of which a user has said something; there need not be a message in it. */
export interface UserTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** Never `inherit`: that is to have said nothing. */
  readonly visibility: Visibility;
  /** UNIX seconds. */
  readonly updatedAt: number;
}
