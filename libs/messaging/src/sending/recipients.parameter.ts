import { DomainError } from '@app/kernel';
import { readJson } from '@app/platform';

class ChannelIsMissing extends DomainError {
  constructor() {
    super('Missing channel');
  }
}

class OneChannelIsExpected extends DomainError {
  constructor() {
    super('Expected exactly one channel');
  }
}

class ChannelHasWrongType extends DomainError {
  constructor() {
    super('Invalid data type for channel');
  }
}

class RecipientsHaveWrongType extends DomainError {
  constructor() {
    super('Invalid data type for recipients');
  }
}

class RecipientsAreMixed extends DomainError {
  constructor() {
    super('Recipient lists may contain emails or user IDs, but not both.');
  }
}

/**
 * The channel that `to` means: an id, a name (raw or as a JSON string), or a list of one of either.
 * @throws DomainError
 */
export function readChannel(to: string): number | string {
  const written = parse(to.trim());
  if (Array.isArray(written) && written.length > 1) throw new OneChannelIsExpected();
  const channel = Array.isArray(written) ? (written as unknown[])[0] : written;
  if (channel === undefined || channel === '') throw new ChannelIsMissing();
  if (isId(channel)) return channel;
  if (typeof channel !== 'string' || !isStorable(channel)) throw new ChannelHasWrongType();
  return channel;
}

/**
 * The users in `to`: a list of ids or of addresses, a single id, or addresses separated by commas; each once.
 * @throws DomainError
 */
export function readRecipients(to: string): number[] | string[] {
  const written = parse(to.trim());
  const list: unknown = typeof written === 'string' ? written.split(',') : isId(written) ? [written] : written;
  if (!Array.isArray(list)) throw new RecipientsHaveWrongType();
  const people = list as unknown[];
  if (people.every(isId)) return [...new Set(people)];
  if (!people.every((one) => isId(one) || typeof one === 'string')) throw new RecipientsHaveWrongType();
  if (!people.every((one) => typeof one === 'string')) throw new RecipientsAreMixed();
  const emails = people.map((email) => email.trim()).filter((email) => email !== '');
  return [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()];
}

/** A value that is not JSON is taken literally. */
function parse(text: string): unknown {
  if (/^-?\d+\.0*$/.test(text)) return null; // JSON.parse would make an integer of 5.0
  const value = readJson(text);
  return value === undefined ? text : value;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** PostgreSQL takes neither NUL nor half a surrogate pair; nothing is named so. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
