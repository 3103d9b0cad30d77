import type { UserGroupId } from '@app/kernel';

/**
 * Why a group cannot be deactivated: an object that uses it directly (docs/protocol/conventions.md). The error contains
 * these fields, so they have the names of the wire.
 */
export type GroupObjection =
  | { type: 'subgroup'; supergroup_ids: UserGroupId[] }
  | { type: 'channel'; channel_id: number; settings: string[] }
  | { type: 'user_group'; group_id: UserGroupId; settings: string[] }
  | { type: 'realm'; settings: string[] };
