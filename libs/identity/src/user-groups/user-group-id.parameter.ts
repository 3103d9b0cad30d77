import type { UserGroupId } from '@app/kernel';
import { UserIsUnknown } from '../errors';
import { UserGroupIsUnknown } from '../permissions/user-group.errors';

const idIn = (path: string): number | null => {
  const id = Number(path);
  return /^\d{1,16}$/.test(path) && Number.isSafeInteger(id) ? id : null;
};

/**
 * The user group in a path.
 * @throws UserGroupIsUnknown, as for a group that does not exist
 */
export function userGroupIdIn(path: string): UserGroupId {
  const id = idIn(path);
  if (id === null) throw new UserGroupIsUnknown(path);
  return id as UserGroupId;
}

/**
 * The user in a path.
 * @throws UserIsUnknown, as for a user that does not exist
 */
export function userIdIn(path: string): number {
  const id = idIn(path);
  if (id === null) throw new UserIsUnknown();
  return id;
}
