import { createHash } from 'node:crypto';

/** What is stored of a session's token. It is random enough that no salt and no slow hash is needed. */
export const hashOfSession = (token: string): Buffer => createHash('sha256').update(token).digest();
