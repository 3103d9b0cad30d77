import { createHash } from 'node:crypto';

/** The stored form of a session's token. Tokens are random enough to need neither salt nor a slow hash. */
export const hashOfSession = (token: string): Buffer => createHash('sha256').update(token).digest();
