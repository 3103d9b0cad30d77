import type { Browser as Chromium, BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import { Config, Secrets } from '@app/platform';
import { barriersIn } from '../../support/barriers';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import { mailsTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { freePort } from '../../support/ports';
import { codeOf } from '../../support/second-factors';
import { until } from '../../support/until';
import { openClient } from '../../support/web-client';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const SECTION = '#settings/second-factors';
const STEP = '/login/second-step';

describeInChromium('Second factors in Chromium', () => {
  let world: World;
  let chromium: Chromium;
  beforeAll(async () => {
    const port = String(await freePort());
    // Passkeys belong to a name, and an address is none.
    const environment = { PORT: port, PARLEY_BASE_URL: `http://localhost:${port}`, PARLEY_DEV_LOGIN: '1' };
    world = await World.start(environment, 1);
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const contextOf = (bypassCSP = false): Promise<BrowserContext> =>
    chromium.newContext({ baseURL: world.service(Config).baseUrl, bypassCSP });
  const dialog = (page: Page) => page.getByRole('dialog');
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const inside = (page: Page) => page.getByRole('navigation', { name: 'Views' }).waitFor();

  async function logIn(page: Page, person: Person): Promise<void> {
    await page.goto('/login/');
    await fillIn(page, person);
  }

  async function fillIn(page: Page, person: Person): Promise<void> {
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Log in');
  }

  const logOut = async (page: Page): Promise<void> => {
    await page.context().clearCookies();
    await page.goto('/login/');
  };

  /** A device with a fingerprint reader. */
  async function withDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { cdp, authenticatorId };
  }

  it('are set up with a QR code, shown with their recovery codes, used at the next login, and removed', async () => {
    const ana = await world.member('ana');
    const context = await contextOf(true);
    const { page } = await openClient(context, ana, SECTION);
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await page.getByText('You have no second factor.').waitFor();
    await press(page, 'Set up an authenticator app');
    await dialog(page).getByLabel('Name').fill('My phone');
    await press(page, 'Continue');
    await dialog(page).getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await dialog(page).locator('code').textContent())!;
    await dialog(page).getByLabel('The code that the app shows').fill('0');
    await press(page, 'Continue');
    await dialog(page).getByRole('alert').getByText('This code is not right').waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await dialog(page).getByLabel('The code that the app shows').fill(codeOf(secret));
    await press(page, 'Continue');
    await dialog(page).getByText('Each code stands for your second factor once').waitFor();
    const codes = await dialog(page).locator('code').allTextContents();
    expect(codes).toHaveLength(10);
    expect(await barriersIn(page)).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    await press(page, 'I have kept them');
    await page.getByText('10 recovery codes are left.').waitFor();
    expect(await barriersIn(page)).toEqual([]);

    await logOut(page);
    await page.goto(`/${SECTION}`);
    await page.getByRole('link', { name: 'Log in' }).click();
    await fillIn(page, ana);
    await page.getByLabel('Code').fill(codes[0]);
    expect(await barriersIn(page)).toEqual([]);
    await press(page, 'Log in');
    await page.getByText('9 recovery codes are left.').waitFor();
    await press(page, 'Remove My phone');
    await press(page, 'Remove the second factor');
    await page.getByText('You have no second factor.').waitFor();
    await context.close();
  });

  it('ask for the password and a code when the login is long ago, and speak German', async () => {
    const bea = await world.member('bea');
    await bea.ok('PATCH', 'settings', { default_language: 'de' });
    const context = await contextOf();
    const { page } = await openTab(context);
    await logIn(page, bea);
    await page.getByRole('navigation').first().waitFor();
    await world.sql(`UPDATE browser_session SET created_at = now() - interval '1 hour' WHERE user_id = $1`, [bea.id]);
    await page.goto(`/${SECTION}`);
    await page.getByRole('heading', { name: 'Zwei-Faktor-Authentifizierung' }).waitFor();
    await press(page, 'Authentifizierungs-App einrichten');
    await dialog(page).getByLabel('Dein Passwort').fill('wrong');
    await press(page, 'Weiter');
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByLabel('Dein Passwort').fill(PASSWORD);
    await press(page, 'Weiter');
    const secret = (await dialog(page).locator('code').textContent())!;
    await dialog(page).getByLabel('Der Code, den die App anzeigt').fill(codeOf(secret));
    await press(page, 'Weiter');
    await dialog(page).getByText('Jeder Code ersetzt deinen zweiten Faktor einmal').waitFor();
    const [code] = await dialog(page).locator('code').allTextContents();
    await press(page, 'Ich habe sie aufbewahrt');
    await press(page, 'Neue Wiederherstellungscodes erzeugen');
    await dialog(page).getByLabel('Dein Passwort').fill(PASSWORD);
    await dialog(page).getByLabel('Ein Code deines zweiten Faktors').fill(code);
    await dialog(page).getByRole('button', { name: 'Neue Wiederherstellungscodes erzeugen' }).click();
    await dialog(page).getByText('Jeder Code ersetzt deinen zweiten Faktor einmal').waitFor();
    expect(await dialog(page).locator('code').allTextContents()).not.toContain(code);
    await context.close();
  });

  it('may be passkeys: as the second step, without a password, and never without the fingerprint', async () => {
    const carl = await world.member('carl');
    const context = await contextOf();
    const { page, violations } = await openTab(context);
    const { cdp, authenticatorId } = await withDevice(page);
    await logIn(page, carl);
    await inside(page);
    await page.goto(`/${SECTION}`);
    await press(page, 'Add a passkey');
    await dialog(page).getByLabel('Name').fill('Laptop');
    await press(page, 'Continue');
    await press(page, 'I have kept them');
    await page.getByText('Laptop').waitFor();
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);

    await logOut(page);
    await logIn(page, carl);
    await press(page, 'Use a passkey');
    await inside(page);

    const newLogins = async () =>
      (await mailsTo(world, carl.email)).filter(({ subject }) => subject.startsWith('New login to')).length;
    const mailed = await newLogins();
    await logOut(page);
    await page.goto('/#channels/all');
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Log in with a passkey' }).click();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await press(page, 'Use a passkey');
    await page.getByRole('alert').getByText('The passkey could not be used').waitFor();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    const finish = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(STEP));
    await press(page, 'Use a passkey');
    await inside(page);
    expect(new URL(page.url()).hash).toBe('#channels/all');
    // As of a passkey that counts nothing: its answer could be given again.
    await world.sql('UPDATE second_factor SET sign_count = 0 WHERE user_id = $1', [carl.id]);
    for (const more of ['', 'A', '=']) expect(await again(await finish, more)).toBe(401);
    // The browser has lost its cookies, so it is a new device.
    await until(async () => (await newLogins()) === mailed + 1);
    const [{ last_used: used }] = (await carl.ok('GET', 'users/me/second_factors')).second_factors as {
      last_used: number;
    }[];
    expect(used).toBeGreaterThan(0);
    expect(violations).toEqual([]);

    await carl.ok('DELETE', `users/me/second_factors/${await factorOf(carl)}`, await proofOf(carl));
    await logOut(page);
    await page.getByRole('link', { name: 'Log in with a passkey' }).click();
    await press(page, 'Use a passkey');
    await page.getByRole('alert').getByText('This passkey could not be used').waitFor();
    await context.close();
  });

  it('may be the passkey of another account, which is refused at the second step', async () => {
    const [dora, emil] = [await world.member('dora'), await world.member('emil')];
    const context = await contextOf();
    const { page } = await openTab(context);
    await withDevice(page);
    for (const person of [dora, emil]) {
      await logIn(page, person);
      await inside(page);
      await page.goto(`/${SECTION}`);
      await press(page, 'Add a passkey');
      await press(page, 'Continue');
      await press(page, 'I have kept them');
      await logOut(page);
    }
    await logIn(page, dora);
    // The page names the passkeys of the account; a changed page names none, so the device offers the newest one.
    await page.evaluate(() => {
      const form = document.getElementById('passkey-form')!;
      const options = JSON.parse(form.dataset.options!) as Record<string, unknown>;
      form.dataset.options = JSON.stringify({ ...options, allowCredentials: [] });
    });
    await press(page, 'Use a passkey');
    await page.waitForLoadState();
    const [mine, others] = await Promise.all([factorOf(dora), factorOf(emil)]);
    expect(mine).not.toBe(others);
    const used = await world.sql<{ id: number; used: boolean }>(
      'SELECT id::int AS id, last_used_at IS NOT NULL AS used FROM second_factor WHERE id = $1',
      [others],
    );
    expect(used).toEqual([{ id: others, used: false }]);
    await context.close();
  });

  /** Sends the request once more, with its cookies. Returns the status. @param more behind the token of the login */
  async function again(request: Request, more: string): Promise<number> {
    const { cookie, 'content-type': type } = await request.allHeaders();
    const headers = { cookie: cookie.replace(/second_step=[^;]*/, `$&${more}`), 'content-type': type };
    const body = request.postData()!;
    return (await fetch(request.url(), { method: 'POST', redirect: 'manual', headers, body })).status;
  }

  const factorOf = async (person: Person): Promise<number> =>
    ((await person.ok('GET', 'users/me/second_factors')).second_factors as { id: number }[])[0].id;

  /** The page has shown the recovery codes and forgotten them, so the account gets another one by SQL. */
  const proofOf = async (person: Person): Promise<{ password: string; code: string }> => {
    const hash = world.service(Secrets).token('recovery code', `${person.id} abcdefghjk`, 64);
    await world.sql('INSERT INTO recovery_code (user_id, hash) VALUES ($1, $2)', [person.id, Buffer.from(hash, 'hex')]);
    return { password: PASSWORD, code: 'abcde-fghjk' };
  };
});
