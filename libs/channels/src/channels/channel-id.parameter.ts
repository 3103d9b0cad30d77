import type { ChannelId } from '@app/kernel';
import { ChannelIdIsInvalid } from '../errors';

/** Ids are far below; a greater one would name the lock of something else. */
const LARGEST_CHANNEL_ID = 2 ** 47;

/**
 * The channel that a path names.
 * @throws ChannelIdIsInvalid, as for a channel that does not exist
 */
export function channelIdIn(path: string): ChannelId {
  const id = Number(path);
  if (!/^\d{1,16}$/.test(path) || id > LARGEST_CHANNEL_ID) throw new ChannelIdIsInvalid();
  return id as ChannelId;
}
