import { randomBytes } from 'node:crypto';

/** Below the directory of files: what is being written, and not a file yet. */
export const DRAFTS = '.drafts';

/** 144 random bits in characters that a path may hold: 24 letters, digits, `-` and `_`. */
export const unguessable = (): string => randomBytes(18).toString('base64url');

/**
 * A key for a new file: kind, organization, and a random part, spread over 256 directories. The suffix, such as `.png`,
 * helps operators who look into the directory.
 */
export const newFileKey = (kind: string, organizationId: number, suffix = ''): string =>
  `${kind}/${organizationId}/${randomBytes(1).toString('hex')}/${unguessable()}${suffix}`;
