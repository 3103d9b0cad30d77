/** Where a browser keeps settings: for all tabs, or for one tab as long as it is there. */
type Storage = 'localStorage' | 'sessionStorage';

/** Settings of this browser. One that refuses its storage, or has no room in it, remembers nothing. */
export function remembered(name: string, where: Storage = 'localStorage'): string | null {
  try {
    return window[where].getItem(name);
  } catch {
    return null;
  }
}

/** @param value `null`: it is forgotten */
export function remember(name: string, value: string | null, where: Storage = 'localStorage'): void {
  try {
    if (value === null) window[where].removeItem(name);
    else window[where].setItem(name, value);
  } catch {
    // It holds until the page is left.
  }
}
