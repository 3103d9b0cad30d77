import { FullNameIsInvalid } from '../records/account.errors';
import { isPrintable, visibleLength } from '../records/printable';
import { isReservedName } from './reserved-names';

const MIN_LENGTH = 2;
const MAX_LENGTH = 100;
const FORBIDDEN = /[*`\\>"@]/;
/** A mention of a numbered user ends like this, so such a name could be taken for another user's mention. */
const LIKE_A_NUMBERED_MENTION = /\|\d+$/;

/**
 * The name without white space around it, as it is stored.
 * @throws FullNameIsInvalid
 */
export function checkedFullName(given: string): string {
  const name = given.trim();
  if (visibleLength(name) < MIN_LENGTH) throw new FullNameIsInvalid('The name is too short');
  if ([...name].length > MAX_LENGTH)
    throw new FullNameIsInvalid(`The name is too long (limit: ${MAX_LENGTH} characters)`);
  if (FORBIDDEN.test(name) || !isPrintable(name)) throw new FullNameIsInvalid('The name has invalid characters');
  if (LIKE_A_NUMBERED_MENTION.test(name)) throw new FullNameIsInvalid('The name must not end with a bar and digits');
  if (isReservedName(name)) throw new FullNameIsInvalid('The name is reserved');
  return name;
}
