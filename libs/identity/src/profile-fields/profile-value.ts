import { ProfileValueIsInvalid } from './profile-field.errors';
import { isWebAddress, optionsOf } from './profile-field-data';
import { PROFILE_FIELD_TYPE, ProfileField } from './profile-field';

const MAX_SHORT = 50;
const MAX_LONG = 500;
const MAX_ADDRESS = 2_000;
const MAX_USERS = 200;

type Given = string | readonly number[] | null;

/** A checked value, with what the caller must check further. */
export interface CheckedValue {
  /** The value as it is stored; `null`: the value is removed. */
  readonly value: string | null;
  /** These must be existing, active users without bots, whom the writer may see. */
  readonly userIds: readonly number[];
}

const NOTHING: CheckedValue = { value: null, userIds: [] };

/**
 * Checks and normalises a value; `null`, '' and [] remove it.
 * @throws ProfileValueIsInvalid
 */
export function checkedValue(field: Pick<ProfileField, 'type' | 'name' | 'fieldData'>, given: Given): CheckedValue {
  if (given === null || given.length === 0) return NOTHING;
  if (field.type === PROFILE_FIELD_TYPE.users) return checkedUsers(field.name, given);
  if (typeof given !== 'string') throw new ProfileValueIsInvalid(`${field.name} is not a string`);
  if (given.includes('\0') || !given.isWellFormed())
    throw new ProfileValueIsInvalid(`${field.name} has invalid characters`);
  const value = given.trim();
  if (value === '') return NOTHING;
  assertFitsType(field, value);
  return { value, userIds: [] };
}

function assertFitsType(
  { type, name, fieldData }: Pick<ProfileField, 'type' | 'name' | 'fieldData'>,
  value: string,
): void {
  if (type === PROFILE_FIELD_TYPE.select) {
    if (!Object.hasOwn(optionsOf(fieldData), value))
      throw new ProfileValueIsInvalid(`'${value}' is not a valid choice for '${name}'.`);
    return;
  }
  if (type === PROFILE_FIELD_TYPE.date) {
    if (!isDate(value)) throw new ProfileValueIsInvalid(`${name} is not a date`);
    return;
  }
  if (type === PROFILE_FIELD_TYPE.url) {
    assertLength(name, value, MAX_ADDRESS);
    if (!isWebAddress(value)) throw new ProfileValueIsInvalid(`${name} is not a URL`);
    return;
  }
  assertLength(name, value, type === PROFILE_FIELD_TYPE.longText ? MAX_LONG : MAX_SHORT);
}

function assertLength(name: string, value: string, limit: number): void {
  if ([...value].length > limit) throw new ProfileValueIsInvalid(`${name} is too long (limit: ${limit} characters)`);
}

function checkedUsers(name: string, given: string | readonly number[]): CheckedValue {
  if (typeof given === 'string') throw new ProfileValueIsInvalid(`${name} is not a list of user IDs`);
  if (given.length > MAX_USERS) throw new ProfileValueIsInvalid(`${name} is too long (limit: ${MAX_USERS} users)`);
  const userIds = [...new Set(given)];
  return { value: JSON.stringify(userIds), userIds };
}

/** A calendar date, such as 2024-02-29. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
