import { sameSitePath } from '../records/same-site-path';

/** Where the user of a mailed link wanted to go: a path of this server. Links of the release before do not say. */
export const nextOf = ({ next }: Readonly<Record<string, unknown>>): string =>
  sameSitePath(typeof next === 'string' ? next : null);
