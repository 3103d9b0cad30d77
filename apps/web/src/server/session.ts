import { FreshConnection } from './settings/fresh-connection';
import { forgetEverything } from './offline/offline-storage';
import { forgetShell } from './offline/offline-shell';

const cookieOf = (name: string): string =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** Requests with the session of this browser. */
export const sessionConnection = (): FreshConnection =>
  new FreshConnection({ url: '', credentials: { csrf: () => cookieOf('csrftoken') } });

/** A cookie that outlives the page: the user has logged out, and the server does not know yet. */
const PENDING_LOGOUT = 'parley_logout';
const PENDING_SECONDS = 30 * 86_400;
const AGAIN_MS = 5_000;

/** Whether the user has logged out while the server was away, and has not logged in since. */
export const isLogoutPending = (): boolean => {
  const pending = cookieOf(PENDING_LOGOUT);
  return pending !== '' && pending === markOfSession();
};

/** Forgets what this browser has kept, and ends the session as soon as the server is reached, if need be on the next start. */
export async function logOut(): Promise<void> {
  setPendingLogout(markOfSession(), PENDING_SECONDS);
  await Promise.all([forgetEverything(), forgetShell()]);
  let goTo = await endSession();
  while (goTo === null) {
    await laterOrOnline();
    goTo = await endSession();
  }
  setPendingLogout('', 0);
  location.assign(goTo);
}

/** Where the logout goes on: to the login page, or to the provider of the login. `null`: the server was not reached, or was too busy. */
async function endSession(): Promise<string | null> {
  const body = new URLSearchParams({ csrfmiddlewaretoken: cookieOf('csrftoken') });
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetch('/accounts/logout/', { method: 'POST', body, headers, redirect: 'manual' });
    if (answer.status >= 429) return null;
    return answer.ok ? ((await answer.json()) as { go_to: string }).go_to : '/login/';
  } catch {
    return null;
  }
}

const laterOrOnline = (): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    setTimeout(resolve, AGAIN_MS);
  });

function setPendingLogout(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${PENDING_LOGOUT}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

/** Tells sessions apart, and says nothing about them: a sum over the token that each has. */
function markOfSession(): string {
  let sum = 0;
  for (const letter of cookieOf('csrftoken')) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return String(sum);
}

const loginPath = (more: string): string => `/login/?next=${encodeURIComponent(`/${location.hash}`)}${more}`;

/** To the login page, and back to this place after it. */
export function logIn(): void {
  location.assign(loginPath(''));
}

/** Where the user of a session logs in again in any way, and comes back to this place. */
export const pathOfAnotherLogin = (): string => loginPath('&again=true');
