import type { RowLimit } from '@app/platform';

/** An organization of 10,000 users stays below all of these (docs/operators.md, "Limits"). */
export const CHANNELS: RowLimit = { noun: 'channels', table: 'channel', owner: 'organization_id', most: 20_000 };
export const DEFAULT_CHANNELS: RowLimit = {
  noun: 'default channels',
  table: 'channel',
  owner: 'organization_id',
  where: 'is_default',
  most: 500,
};
export const CHANNEL_FOLDERS: RowLimit = {
  noun: 'channel folders',
  table: 'channel_folder',
  owner: 'organization_id',
  most: 500,
};
