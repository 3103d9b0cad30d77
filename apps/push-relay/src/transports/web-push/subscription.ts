import { ECDH } from 'node:crypto';

/** Address and keys of a recipient, as browsers and UnifiedPush distributors provide them. */
export interface Subscription {
  /** Absolute http(s) address. */
  readonly endpoint: string;
  /** Base64url: the application's public key (65 bytes, a point of P-256) and its secret (16 bytes). */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const LONGEST_ENDPOINT = 2_048;

/** The subscription that a device's token is, as JSON; null when it is none. */
export function readSubscription(token: string): Subscription | null {
  const { endpoint, keys } = objectOf(parsed(token));
  const { p256dh, auth } = objectOf(keys);
  if (typeof endpoint !== 'string' || endpoint.length > LONGEST_ENDPOINT || !isWebAddress(endpoint)) return null;
  if (!isKey(p256dh, 65) || !isKey(auth, 16) || !isPoint(p256dh)) return null;
  return { endpoint, keys: { p256dh, auth } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Clients differ in the alphabet, and in whether they pad. */
const isKey = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && /^[\w+/-]+={0,2}$/.test(value) && Buffer.from(value, 'base64url').length === bytes;

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
