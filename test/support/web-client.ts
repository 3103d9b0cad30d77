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
  if (await page.getByRole('link', { name: 'Log in' }).isVisible()) {
    await logInAs(page, person);
    if (hash !== '') await page.goto(`/${hash}`);
  }
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  return { page, violations, paths };
}

/** On the login page. */
export async function logInAs(page: Page, person: Person): Promise<void> {
  if (!page.url().includes('/login/')) await page.goto('/login/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill('a long enough secret');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}
