import type { UserGroupId } from '@app/kernel';
import { pathId } from '@app/platform';
import { UserGroupIsUnknown } from '../permissions/user-group.errors';

/**
 * The user group in a path.
 * @throws UserGroupIsUnknown, as for a group that does not exist
 */
export const userGroupIdIn = (path: string): UserGroupId =>
  pathId(path, () => new UserGroupIsUnknown(path)) as UserGroupId;
