import {
  ProfileFieldIsNoSummary,
  ProfileFieldNameIsInvalid,
  ProfileFieldNameIsTaken,
  ProfileFieldOrderIsInvalid,
  ProfileSummaryIsFull,
  TooManyProfileFields,
} from './profile-field.errors';
import { PROFILE_FIELD_TYPE, ProfileField, ProfileFieldType } from './profile-field';

const MAX_NAME = 40;
const MAX_HINT = 80;
const MAX_IN_SUMMARY = 2;
/** The limit of fields. Each user object may contain a value for each field. */
const MAX_FIELDS = 100;

/** Long texts and lists of users do not fit into a profile summary. */
const WITHOUT_SUMMARY: readonly ProfileFieldType[] = [PROFILE_FIELD_TYPE.longText, PROFILE_FIELD_TYPE.users];

/** @throws ProfileFieldNameIsInvalid */
export function checkedLabel(given: string): string {
  const name = given.trim();
  if (name === '') throw new ProfileFieldNameIsInvalid('Label cannot be blank.');
  if ([...name].length > MAX_NAME)
    throw new ProfileFieldNameIsInvalid(`name is too long (limit: ${MAX_NAME} characters)`);
  return name;
}

/** @throws ProfileFieldNameIsInvalid */
export function checkedHint(given: string): string {
  const hint = given.trim();
  if ([...hint].length > MAX_HINT)
    throw new ProfileFieldNameIsInvalid(`hint is too long (limit: ${MAX_HINT} characters)`);
  return hint;
}

/**
 * Asserts that a field is valid beside the organization's other fields.
 * @throws ProfileFieldNameIsTaken, ProfileFieldIsNoSummary, ProfileSummaryIsFull, TooManyProfileFields
 */
export function assertFits(
  field: Pick<ProfileField, 'name' | 'type' | 'displayInProfileSummary'>,
  others: readonly ProfileField[],
): void {
  if (others.length >= MAX_FIELDS) throw new TooManyProfileFields(MAX_FIELDS);
  const folded = field.name.toLowerCase();
  if (others.some(({ name }) => name.toLowerCase() === folded)) throw new ProfileFieldNameIsTaken();
  if (!field.displayInProfileSummary) return;
  if (WITHOUT_SUMMARY.includes(field.type)) throw new ProfileFieldIsNoSummary();
  const shown = others.filter(({ displayInProfileSummary }) => displayInProfileSummary);
  if (shown.length >= MAX_IN_SUMMARY) throw new ProfileSummaryIsFull(MAX_IN_SUMMARY);
}

/**
 * Asserts that the order contains each field once.
 * @throws ProfileFieldOrderIsInvalid
 */
export function assertOrders(order: readonly number[], fields: readonly ProfileField[]): void {
  const ids = new Set(order);
  const isWhole = order.length === fields.length && ids.size === order.length && fields.every(({ id }) => ids.has(id));
  if (!isWhole) throw new ProfileFieldOrderIsInvalid();
}
