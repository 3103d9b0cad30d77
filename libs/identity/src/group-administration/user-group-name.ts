import { isPrintable } from '../records/printable';
import { isReservedName } from '../users/reserved-names';
import { UserGroupNameIsInvalid } from '../permissions/user-group.errors';

const MAX_GROUP_NAME_LENGTH = 100;
/** In code points; the same limit as for descriptions of channels. */
export const MAX_GROUP_DESCRIPTION_LENGTH = 1_024;

/**
 * The beginnings of mentions and search terms, in any case. A group with such a name could be taken for something else.
 */
const RESERVED = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/**
 * The name as it is stored: without white space around it (docs/protocol/groups.md).
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
