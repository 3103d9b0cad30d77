import type { RowLimit } from '@app/platform';

// An organization of 10,000 users stays below all of these (docs/operators.md, "Limits").

export const USER_GROUPS: RowLimit = {
  noun: 'user groups',
  table: 'user_group',
  owner: 'organization_id',
  where: 'NOT is_system',
  most: 2_000,
};
export const CUSTOM_EMOJI: RowLimit = {
  noun: 'custom emoji',
  table: 'custom_emoji',
  owner: 'organization_id',
  most: 10_000,
};
export const EMAIL_DOMAINS: RowLimit = {
  noun: 'domains',
  table: 'organization_domain',
  owner: 'organization_id',
  most: 1_000,
};
export const BOTS_OF_OWNER: RowLimit = {
  noun: 'bots of one owner',
  table: 'user_account',
  owner: 'bot_owner_id',
  most: 1_000,
};
export const MUTED_USERS: RowLimit = { noun: 'muted users', table: 'muted_user', owner: 'user_id', most: 5_000 };
