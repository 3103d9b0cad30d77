/**
 * Printable ASCII after one slash. `//host` and `/\host` name another site. Browsers turn some other characters into
 * these forms.
 */
const PATH_HERE = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/** Where to go after a login: the requested path if it is on this server, else the start page. */
export const sameSitePath = (wanted: string | null): string =>
  wanted !== null && PATH_HERE.test(wanted) ? wanted : '/';
