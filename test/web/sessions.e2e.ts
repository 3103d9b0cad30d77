import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { barriersIn } from '../support/barriers';
import { Browser } from '../support/browser';
import { describeInChromium, openTab, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { linkIn, mailTo } from '../support/mailbox';
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

  it('begin at the place of a link: at the login, after a wrong password, and after a reload when they have ended', async () => {
    const rye = await world.member('rye');
    await rye.subscribe('bakery');
    const id = await rye.send('bakery', 'rye & *spelt*', 'It rises');
    const place = `/#narrow/channel/${await rye.channelId('bakery')}-bakery/topic/rye.20.26.20*spelt*/near/${id}`;
    const own = await chromium.newContext({ baseURL: world.url });
    const { page, violations } = await openTab(own);
    const logIn = async (password: string) => {
      await page.getByLabel('Email').fill(rye.email);
      await page.getByLabel('Password').fill(password);
      await press(page, 'Log in');
    };
    const isShown = async () => {
      await page.getByRole('article').getByText('It rises').waitFor();
      expect(new URL(page.url()).href).toBe(world.url + place);
    };
    await page.goto('/#inbox');
    await page.getByRole('link', { name: 'Log in' }).waitFor();
    await page.evaluate((to) => location.assign(to), place);
    await page.getByRole('link', { name: 'Log in' }).click();
    const next = new URLSearchParams({ next: place }).toString();
    for (const name of ['Log in with a passkey', 'Log in with Corp'])
      expect(await page.getByRole('link', { name }).getAttribute('href')).toContain(next);
    await logIn('wrong');
    await page.getByRole('alert').waitFor();
    await logIn(PASSWORD);
    await isShown();

    // A page that is open goes to the login by itself when it hears of the end.
    await page.goto('about:blank');
    await world.sql('DELETE FROM browser_session WHERE user_id = $1', [rye.id]);
    await page.goto(place);
    await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(PASSWORD);
    await isShown();

    await page.goto('about:blank');
    await own.clearCookies();
    await page.goto(place);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail address').fill(rye.email);
    await press(page, 'Go on');
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    await page.goto(linkIn(await mailTo(world, rye.email)));
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('The same again').fill(PASSWORD);
    await press(page, 'Change the password');
    await page.getByRole('link', { name: 'Log in with the new password' }).click();
    await logIn(PASSWORD);
    await isShown();
    expect(violations).toEqual([]);
    await own.close();
  });

  it('begin at the place of a link for those who sign up, too', async () => {
    await world.owner.ok('PATCH', 'realm', { invite_required: false });
    const own = await chromium.newContext({ baseURL: world.url });
    const { page, violations } = await openTab(own);
    await page.goto('/#channels/all');
    await page.getByRole('link', { name: 'Sign up' }).click();
    for (const address of ['none', 'sam@example.net']) {
      await page.getByLabel('E-mail address').fill(address);
      await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await press(page, 'Go on');
      await page
        .getByRole('alert')
        .or(page.getByRole('heading', { name: 'Look into your mailbox' }))
        .waitFor();
    }
    await page.goto(linkIn(await mailTo(world, 'sam@example.net')));
    await page.getByLabel('Your name').fill('Sam Signup');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('The same again').fill(PASSWORD);
    await press(page, 'Join');
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(page.url()).toBe(`${world.url}/#channels/all`);
    expect(violations).toEqual([]);
    await own.close();
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

  it('has the first field of the login page ready', async () => {
    const fresh = await chromium.newContext({ baseURL: world.url });
    const login = await fresh.newPage();
    const focused = () => login.evaluate(() => (document.activeElement as HTMLInputElement).name);
    await login.goto('/login/');
    await until(async () => (await focused()) === 'username');
    await login.keyboard.type(ana.email);
    await login.getByLabel('Password').fill('wrong');
    await login.keyboard.press('Enter');
    await login.getByRole('alert').waitFor();
    await until(async () => (await focused()) === 'password');
    await fresh.close();
  });
});
