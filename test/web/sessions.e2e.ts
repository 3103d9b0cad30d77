import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { barriersIn } from '../support/barriers';
import { Browser } from '../support/browser';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

const PASSWORD = 'a long enough secret';

describeInChromium('Sessions in the browser client', () => {
  let world: World;
  let chromium: Chromium;
  let context: BrowserContext;
  let ana: Person;
  let providerId: number;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    const provider = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: 'https://login.example.org', client_id: 'p' };
    providerId = (await world.owner.ok('POST', 'realm/identity_providers', provider)).id as number;
    chromium = await startChromium();
    context = await chromium.newContext({
      baseURL: world.url,
      viewport: { width: 1280, height: 800 },
      bypassCSP: true,
    });
  });
  afterAll(async () => {
    await chromium?.close();
    await world?.stop();
  });

  const open = async (section: string): Promise<Page> => (await openClient(context, world.owner, section)).page;
  const age = () =>
    world.sql(`UPDATE browser_session SET created_at = now() - interval '1 hour', authenticated_at = NULL`);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const isEnabled = async () => {
    const { identity_providers: all } = await world.owner.ok('GET', 'realm/identity_providers');
    return (all as { id: number; enabled: boolean }[]).find(({ id }) => id === providerId)!.enabled;
  };

  it('ask for the password before a dangerous action of a login that is not fresh, and go on with it', async () => {
    const page = await open('#organization/company-login');
    await age();
    await press(page, 'Switch off Corp');
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await dialog.getByText('You logged in a while ago.').waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await dialog.getByLabel('Your password').fill('wrong');
    await press(page, 'Continue');
    await dialog.getByRole('alert').getByText('Wrong password!').waitFor();
    expect(await isEnabled()).toBe(true);
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await press(page, 'Continue');
    await page.getByRole('button', { name: 'Switch on Corp' }).waitFor();
    expect(await isEnabled()).toBe(false);
    await press(page, 'Switch on Corp');
    await page.getByRole('button', { name: 'Switch off Corp' }).waitFor();
    await page.close();
  });

  it('leave everything as it is when the user does not answer, and lead to another login', async () => {
    const page = await open('#organization/company-login');
    await age();
    await press(page, 'Switch off Corp');
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    const another = dialog.getByRole('link', { name: 'Log in again with a passkey or at your company' });
    expect(await another.getAttribute('href')).toBe('/login/?next=%2F%23organization%2Fcompany-login&again=true');
    await press(page, 'Cancel');
    await page.getByText('Please log in again').waitFor();
    expect(await isEnabled()).toBe(true);
    await press(page, 'Switch off Corp');
    await another.click();
    await page.getByLabel('Email').fill(world.owner.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Log in');
    await press(page, 'Switch off Corp');
    await page.getByRole('button', { name: 'Switch on Corp' }).waitFor();
    await press(page, 'Switch on Corp');
    await page.getByRole('button', { name: 'Switch off Corp' }).waitFor();
    await page.close();
  });

  it('of other users are shown to administrators, who end them', async () => {
    const browser = new Browser(world.url);
    await browser.logIn(ana.email);
    const page = await open('#organization/users');
    await press(page, 'Sessions and API keys of Ana Example');
    const dialog = page.getByRole('dialog', { name: 'Sessions and API keys of Ana Example' });
    const session = dialog.getByRole('listitem').filter({ hasText: 'Mozilla/5.0 (Test)' });
    await session.waitFor();
    await dialog.getByRole('button', { name: 'Remove ParleyTest' }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await session.getByRole('button', { name: 'End session' }).click();
    await until(async () => (await browser.json('GET', 'users/me')).status === 401);
    await session.waitFor({ state: 'detached' });
    await press(page, 'Sign out everywhere');
    await dialog.getByRole('button', { name: 'Remove ParleyTest' }).click();
    await dialog.getByText('There is no session and no API key.').waitFor();
    expect((await ana.get('users/me')).status).toBe(401);
    await page.close();
  });

  it('are joined by SCIM tokens, which owners make, see once, and end', async () => {
    const page = await open('#organization/company-login');
    await press(page, 'SCIM tokens of Corp');
    const dialog = page.getByRole('dialog', { name: 'SCIM tokens of Corp' });
    await dialog.getByRole('button', { name: 'New token' }).click();
    const token = (await dialog.getByRole('status').locator('code').textContent())!;
    expect(token).toMatch(/^parley_scim_[\w-]{43}$/);
    expect(await barriersIn(page)).toEqual([]);
    const headers = { authorization: `Bearer ${token}` };
    const isAdmitted = async () =>
      (await fetch(`${world.url}/scim/v2/ServiceProviderConfig`, { headers })).status === 200;
    expect(await isAdmitted()).toBe(true);
    await dialog.getByText('never used').waitFor();
    await dialog.getByRole('button', { name: /^Remove Token of/ }).click();
    await dialog.getByRole('listitem').waitFor({ state: 'detached' });
    expect(await isAdmitted()).toBe(false);
    await page.close();
  });
});
