import type { ChannelId } from '@app/kernel';
import { ChannelIdIsInvalid } from '../errors';

/** Valid ids are much smaller. A larger one would collide with the lock of another object. */
const LARGEST_CHANNEL_ID = 2 ** 47;

/**
 * The channel id in a path.
 * @throws ChannelIdIsInvalid, as for a channel that does not exist
 */
export function channelIdIn(path: string): ChannelId {
  const id = Number(path);
  if (!/^\d{1,16}$/.test(path) || id > LARGEST_CHANNEL_ID) throw new ChannelIdIsInvalid();
  return id as ChannelId;
}
