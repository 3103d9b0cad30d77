import type { RowLimit } from '@app/platform';

/** An organization of 10,000 users stays below all of these (docs/operators.md, "Limits"). */
const ofOrganization = (noun: string, table: string, most: number, where?: string): RowLimit => ({
  noun,
  table,
  owner: 'organization_id',
  most,
  where,
});

export const USER_GROUPS = ofOrganization('user groups', 'user_group', 2_000, 'NOT is_system');
export const CUSTOM_EMOJI = ofOrganization('custom emoji', 'custom_emoji', 10_000);
export const EMAIL_DOMAINS = ofOrganization('domains', 'organization_domain', 1_000);
export const BOTS_OF_OWNER: RowLimit = {
  noun: 'bots of one owner',
  table: 'user_account',
  owner: 'bot_owner_id',
  most: 1_000,
};
export const MUTED_USERS: RowLimit = { noun: 'muted users', table: 'muted_user', owner: 'user_id', most: 5_000 };
