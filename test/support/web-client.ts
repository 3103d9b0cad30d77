import type { BrowserContext, Page } from 'playwright-core';
import { openTab } from './chromium';
import type { Person } from './person';

export interface ClientTab {
  page: Page;
  /** What the page's own policy blocked. */
  violations: string[];
  /** The requests of the page, such as `GET /json/messages`. */
  paths: string[];
}

/**
 * A tab with the browser client of a user, who logs in where the browser has no session yet. @param hash the first
 * place
 */
export async function openClient(context: BrowserContext, person: Person, hash = ''): Promise<ClientTab> {
  const { page, violations } = await openTab(context);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(`/${hash}`);
  const views = page.getByRole('navigation', { name: 'Views' });
  const login = page.getByRole('link', { name: 'Log in' });
  // Spectators have both.
  await views.or(login).first().waitFor();
  if (await login.isVisible()) {
    await logInAs(page, person);
    if (hash !== '') await goTo(page, hash);
  }
  await views.waitFor();
  return { page, violations, paths };
}

/** Shows another place in the page that is open. Resolves when the page has drawn its view, or what stands for it. */
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate(async (to) => {
    const { hash: wanted } = new URL(to.startsWith('#') ? to : `#${to}`, location.href);
    if (location.hash === wanted) return;
    const isShown = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = to;
    await isShown;
    await new Promise((resolve) => setTimeout(resolve));
  }, hash);

/** On the login page. */
export async function logInAs(page: Page, person: Person): Promise<void> {
  if (!page.url().includes('/login/')) await page.goto('/login/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill('a long enough secret');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}
