import { randomBytes } from 'node:crypto';

/** Below the directory of files: what is being written, and not a file yet. */
export const DRAFTS = '.drafts';

/** 144 random bits in characters that a path may hold: 24 letters, digits, `-` and `_`. */
export const unguessable = (): string => randomBytes(18).toString('base64url');

/**
 * A key for a new file: kind, organization, and a random part. Spread over 256 directories. The suffix is for
 * operators who look at the directory, such as `.png`.
 */
export const newFileKey = (kind: string, organizationId: number, suffix = ''): string =>
  `${kind}/${organizationId}/${randomBytes(1).toString('hex')}/${unguessable()}${suffix}`;
