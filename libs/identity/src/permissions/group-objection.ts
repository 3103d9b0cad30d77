import type { UserGroupId } from '@app/kernel';

/**
 * Why a group cannot be deactivated: something that uses it directly (docs/protocol/conventions.md). The keys
 * are those of the wire, because the error carries them as they are.
 */
export type GroupObjection =
  | { type: 'subgroup'; supergroup_ids: UserGroupId[] }
  | { type: 'channel'; channel_id: number; settings: string[] }
  | { type: 'user_group'; group_id: UserGroupId; settings: string[] }
  | { type: 'realm'; settings: string[] };
