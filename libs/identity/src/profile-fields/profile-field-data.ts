import { CUSTOM_ACCOUNT, EXTERNAL_ACCOUNTS, USERNAME } from './external-account';
import { ProfileFieldDataIsInvalid } from './profile-field.errors';
import { PROFILE_FIELD_TYPE, ProfileFieldType } from './profile-field';

/** The options of a list by key: text and place. */
export type Options = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

export interface AccountData {
  readonly subtype: string;
  /** Only for a custom pattern. */
  readonly url_pattern?: string;
}

const MAX_OPTIONS = 200;
const MAX_KEY = 50;
const MAX_TEXT = 200;
const MAX_PATTERN = 500;

const refuse = (reason: string): never => {
  throw new ProfileFieldDataIsInvalid(reason);
};

/**
 * The additional data of a field of that type, as JSON. Types without such data ignore what is given.
 * @throws ProfileFieldDataIsInvalid
 */
export function checkedFieldData(type: ProfileFieldType, given: Readonly<Record<string, unknown>>): string {
  if (type === PROFILE_FIELD_TYPE.select) return JSON.stringify(checkedOptions(given));
  if (type === PROFILE_FIELD_TYPE.externalAccount) return JSON.stringify(checkedAccount(given));
  return '';
}

export const optionsOf = (fieldData: string): Options => (fieldData === '' ? {} : (JSON.parse(fieldData) as Options));

/** The known external account of a field; `undefined`: none. */
export function knownAccountOf(type: ProfileFieldType, fieldData: string) {
  if (type !== PROFILE_FIELD_TYPE.externalAccount) return undefined;
  const { subtype } = JSON.parse(fieldData) as AccountData;
  return Object.hasOwn(EXTERNAL_ACCOUNTS, subtype) ? EXTERNAL_ACCOUNTS[subtype] : undefined;
}

function checkedOptions(given: Readonly<Record<string, unknown>>): Options {
  const entries = Object.entries(given);
  if (entries.length === 0) refuse('Field must have at least one choice.');
  if (entries.length > MAX_OPTIONS) refuse(`Field must have at most ${MAX_OPTIONS} choices.`);
  const options = entries.map(
    ([key, option]) => [checkedText("'value'", key, MAX_KEY), checkedOption(option)] as const,
  );
  const texts = new Set(options.map(([, { text }]) => text));
  if (texts.size < options.length) refuse('Field must not have duplicate choices.');
  return Object.fromEntries(options);
}

function checkedOption(option: unknown): { text: string; order: string } {
  if (typeof option !== 'object' || option === null || Array.isArray(option)) return refuse('field_data is not a dict');
  const { text, order, ...more } = option as Record<string, unknown>;
  const [unexpected] = Object.keys(more);
  if (unexpected !== undefined) refuse('field_data has a key that is unexpected');
  return {
    text: checkedText('field_data["text"]', text, MAX_TEXT),
    order: checkedText('field_data["order"]', order, MAX_KEY),
  };
}

function checkedAccount({ subtype, url_pattern, ...more }: Readonly<Record<string, unknown>>): AccountData {
  if (Object.keys(more).length > 0) refuse('field_data has a key that is unexpected');
  const name = checkedText('field_data["subtype"]', subtype, MAX_KEY);
  if (name !== CUSTOM_ACCOUNT) {
    return Object.hasOwn(EXTERNAL_ACCOUNTS, name) ? { subtype: name } : refuse('Invalid external account type');
  }
  if (url_pattern === undefined) refuse('Custom external account must define URL pattern');
  const pattern = checkedText('field_data["url_pattern"]', url_pattern, MAX_PATTERN);
  if (pattern.split(USERNAME).length !== 2) refuse('URL pattern must contain "%(username)s" exactly once.');
  if (!isWebAddress(pattern.replace(USERNAME, 'username'))) refuse('Malformed URL pattern.');
  return { subtype: name, url_pattern: pattern };
}

function checkedText(what: string, given: unknown, limit: number): string {
  if (typeof given !== 'string') return refuse(`${what} is not a string`);
  const text = given.trim();
  if (text === '') refuse(`${what} cannot be blank.`);
  if ([...text].length > limit) refuse(`${what} is too long (limit: ${limit} characters)`);
  if (text.includes('\0') || !text.isWellFormed()) refuse(`${what} has invalid characters`);
  return text;
}

/** An absolute web address without misleading parts. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[');
}
