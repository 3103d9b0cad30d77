import { DeviceTokenIsInvalid } from './device-token.errors';

/** gcm: Google's service; apns: Apple's. */
export type TokenKind = 'gcm' | 'apns';

/** The most tokens of one user. Of more, the oldest are removed. */
export const MAX_TOKENS = 100;

/**
 * Apple's tokens are bytes in hexadecimal.
 * @throws DeviceTokenIsInvalid
 */
export function assertTokenForm(kind: TokenKind, token: string): void {
  if (kind === 'apns' && !/^([\da-f]{2})+$/i.test(token)) throw new DeviceTokenIsInvalid();
}
