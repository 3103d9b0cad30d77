import { FullNameIsInvalid } from './errors';

const MIN_LENGTH = 2;
const MAX_LENGTH = 100;
const FORBIDDEN = /[*`\\>"@]/;
/** Control characters, half surrogates, and what turns the direction of the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
/** Mentions end so: a name that does could pass for somebody else's. */
const LIKE_A_NUMBERED_MENTION = /\|\d+$/;

/**
 * The name as it is kept: without white space around it.
 * @throws FullNameIsInvalid
 */
export function checkedFullName(given: string): string {
  const name = given.trim();
  const visible = [...name.replace(/\p{Cf}/gu, '').trim()].length;
  if (visible < MIN_LENGTH) throw new FullNameIsInvalid('The name is too short');
  if ([...name].length > MAX_LENGTH)
    throw new FullNameIsInvalid(`The name is too long (limit: ${MAX_LENGTH} characters)`);
  if (FORBIDDEN.test(name) || UNPRINTABLE.test(name)) throw new FullNameIsInvalid('The name has invalid characters');
  if (LIKE_A_NUMBERED_MENTION.test(name)) throw new FullNameIsInvalid('The name must not end with a bar and digits');
  return name;
}
