const PATH = '/accounts/login/desktop/';

/** The page that has what a desktop app waits for. @param sealed in hexadecimal */
export const desktopPageOf = (sealed: string): string => PATH + sealed;

/** What the page at the address has; `null`: the address is of another page. */
export function sealedIn(address: string): string | null {
  return address.startsWith(PATH) && isSealed(address.slice(PATH.length)) ? address.slice(PATH.length) : null;
}

const isSealed = (text: string): boolean => /^[0-9a-f]{1,1000}$/.test(text);
