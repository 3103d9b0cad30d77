import type { ChannelId } from '@app/kernel';
import { pathId } from '@app/platform';
import { ChannelIdIsInvalid } from '../errors';

/**
 * The channel id in a path.
 * @throws ChannelIdIsInvalid, as for a channel that does not exist
 */
export const channelIdIn = (path: string): ChannelId => pathId(path, () => new ChannelIdIsInvalid()) as ChannelId;
