/** Printable ASCII from one slash on. `//host` and `/\host` name another site, and so does what browsers clean up to it. */
const PATH_HERE = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/** Where to go after a login: a path of this server as it was asked for, else the start. Never somebody else's page. */
export const sameSitePath = (wanted: string | null): string =>
  wanted !== null && PATH_HERE.test(wanted) ? wanted : '/';
