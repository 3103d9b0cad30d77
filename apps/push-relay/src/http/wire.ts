import { RequestIsInvalid } from './errors';
import { uuidOf } from '../organizations/organization';

const MOST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);

/** A signed integer of 64 bits, in decimal and in its one form; null for any other text. */
export function int64Of(text: string): string | null {
  if (!/^-?\d{1,19}$/.test(text)) return null;
  const value = BigInt(text);
  return value >= LEAST && value <= MOST && String(value) === text ? text : null;
}

/** @throws RequestIsInvalid */
export const realmUuid = (text: string): string => uuidIn('realm_uuid', text);

/** @throws RequestIsInvalid */
export function uuidIn(name: string, text: string): string {
  const uuid = uuidOf(text);
  if (uuid === null) throw new RequestIsInvalid(`${name} is not a UUID`);
  return uuid;
}

/**
 * The bytes of a standard, padded base64 text.
 * @throws RequestIsInvalid
 */
export function base64(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text) throw new RequestIsInvalid(`${name} is not base64`);
  return bytes;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an object that came out of a parser of JSON.
 * @throws RequestIsInvalid
 */
export function fields(name: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestIsInvalid(`${name} is not an object`);
  return value as Fields;
}
