import type { ChannelId } from '@app/kernel';

/** The policies by their numbers in the protocol. `inherit`: the channel's setting applies. */
export const VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type Visibility = (typeof VISIBILITY)[keyof typeof VISIBILITY];

/** A topic with a policy of a user. It need not have messages. */
export interface UserTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
  /** Never `inherit`, which means that there is no policy. */
  readonly visibility: Visibility;
  /** UNIX seconds. */
  readonly updatedAt: number;
}
