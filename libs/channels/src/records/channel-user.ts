import type { ChannelId, UserId } from '@app/kernel';

/** One user in one channel. */
export interface ChannelUser {
  readonly channelId: ChannelId;
  readonly userId: UserId;
}
