import { Connection } from '@parley/client';
import { forgetEverything } from './kept';
import { forgetShell } from './offline-shell';

const cookieOf = (name: string): string =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** Requests with the session of this browser. */
export const sessionConnection = (): Connection =>
  new Connection({ url: '', credentials: { csrf: () => cookieOf('csrftoken') } });

/** Ends the session and forgets what this browser has kept. */
export async function logOut(): Promise<void> {
  await Promise.all([forgetEverything(), forgetShell()]);
  const body = new URLSearchParams({ csrfmiddlewaretoken: cookieOf('csrftoken') });
  await fetch('/accounts/logout/', { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
  location.assign('/login/');
}

/** To the login page, and back to this place after it. */
export function logIn(): void {
  location.assign(`/login/?next=${encodeURIComponent(`/${location.hash}`)}`);
}
