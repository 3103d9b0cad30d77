import { DeviceTokenIsInvalid } from './device-token.errors';

/** gcm: Google's service, apns: Apple's. */
export type TokenKind = 'gcm' | 'apns';

/** So many devices nobody has: the oldest beyond that is taken for done. */
export const MOST_TOKENS = 100;

/**
 * Apple's tokens are bytes, written in hexadecimal.
 * @throws DeviceTokenIsInvalid
 */
export function assertTokenForm(kind: TokenKind, token: string): void {
  if (kind === 'apns' && !/^([\da-f]{2})+$/i.test(token)) throw new DeviceTokenIsInvalid();
}
