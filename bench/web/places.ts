import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { Member } from '../organization/open';
import type { Bench } from '../support';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What the steps work with. */
export interface Place {
  readonly bench: Bench;
  readonly viewer: Member;
  /** May write to all channels. */
  readonly sender: Member;
  /** Busy channels of the viewer. */
  readonly channels: readonly number[];
  /** The cookies of the viewer's session. */
  readonly state: State;
}

const VIEWPORT = { width: 1280, height: 800 };

export async function loggedIn(browser: Browser, baseURL: string, user: Member, password: string): Promise<State> {
  const context = await browser.newContext({ baseURL, viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto('/login/');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  const { cookies } = await context.storageState();
  await context.close();
  return { cookies, origins: [] };
}

/** A browser with nothing but the session. */
export const fresh = (browser: Browser, { bench, state }: Place): Promise<BrowserContext> =>
  browser.newContext({ baseURL: bench.url, viewport: VIEWPORT, storageState: state } satisfies BrowserContextOptions);

/** A tab that shows the newest messages of a channel, and its DevTools session. */
export async function openChannel(context: BrowserContext, channel: number): Promise<[Page, CDPSession]> {
  const page = await context.newPage();
  await page.goto(`/#narrow/channel/${channel}`);
  await page.getByRole('article').last().waitFor();
  return [page, await context.newCDPSession(page)];
}

export const throttle = (session: CDPSession, rate: number): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

/** Milliseconds of a known amount of work in a page: to parse 1 MB of JSON, build 2,000 nodes and lay them out once. */
export async function calibrationMs(browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const ms = await page.evaluate(() => {
    const text = JSON.stringify(Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x'.repeat(75) })));
    const began = performance.now();
    const items = JSON.parse(text) as { id: number; name: string }[];
    const list = document.createElement('ul');
    for (const { id, name } of items.slice(0, 2_000)) {
      list.appendChild(document.createElement('li')).textContent = `${id} ${name}`;
    }
    document.body.replaceChildren(list);
    list.getBoundingClientRect();
    return performance.now() - began;
  });
  await page.close();
  return ms;
}
