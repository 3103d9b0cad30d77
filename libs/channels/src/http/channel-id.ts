import type { ChannelId } from '@app/kernel';
import { ChannelIdIsInvalid } from '../domain/errors';

/**
 * The channel that a path names.
 * @throws ChannelIdIsInvalid, as for a channel that does not exist
 */
export function channelIdIn(path: string): ChannelId {
  const id = Number(path);
  if (!/^\d{1,16}$/.test(path) || !Number.isSafeInteger(id)) throw new ChannelIdIsInvalid();
  return id as ChannelId;
}
