import { isPrintable } from '../records/printable';
import { isReservedName } from '../accounts/reserved-names';
import { UserGroupNameIsInvalid } from '../permissions/user-group.errors';

const MAX_GROUP_NAME_LENGTH = 100;
/** Code points, as of a channel's description. */
export const MAX_GROUP_DESCRIPTION_LENGTH = 1_024;

/** What mentions and search begin with, in any case: a group of such a name could pass for something else. */
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/**
 * The name that a user group gets: without white space around it (docs/protocol/groups.md).
 * @throws UserGroupNameIsInvalid
 */
export function userGroupName(given: string): string {
  const name = given.trim();
  if (name === '') throw new UserGroupNameIsInvalid('The name of a user group cannot be blank');
  if ([...name].length > MAX_GROUP_NAME_LENGTH) {
    throw new UserGroupNameIsInvalid(`The name of a user group has at most ${MAX_GROUP_NAME_LENGTH} characters`);
  }
  if (!isPrintable(name)) throw new UserGroupNameIsInvalid('The name of a user group has invalid characters');
  if (isReservedName(name)) throw new UserGroupNameIsInvalid('The name of a user group must not be a reserved one');
  const reserved = RESERVED.find((prefix) => name.toLowerCase().startsWith(prefix));
  if (reserved) throw new UserGroupNameIsInvalid(`The name of a user group cannot start with '${reserved}'`);
  return name;
}
