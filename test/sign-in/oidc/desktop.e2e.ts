import { createDecipheriv } from 'node:crypto';
import { Browser } from '../../support/browser';
import { withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';

const PASSWORD = 'a long enough secret';
let pads = 0;
const newPad = (): string => (++pads).toString(16).padStart(64, 'd');

/** What the desktop app does with the text in its clipboard: AES-256-GCM, with the IV before it and the tag behind it. */
function opened(pad: string, page: string): string {
  const given = Buffer.from(/id="desktop-token" value="([0-9a-f]+)"/.exec(page)![1], 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(pad, 'hex'), given.subarray(0, 12));
  decipher.setAuthTag(given.subarray(-16));
  return decipher.update(given.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

describe('A login for the desktop app', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', issuer: provider.issuer, client_id: 'parley', jit: true, domain: 'example.org' };
    await world.owner.ok('POST', 'realm/identity_providers', { ...options, slug: 'corp', name: 'Corp' });
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const person = (sub: string) => ({ sub, email: `${sub}@example.org`, email_verified: true });
  const enter = async (token: string, browser = new Browser(world.url)) => ({
    browser,
    answer: await browser.get(`/accounts/login/subdomain/${token}`),
  });
  const idOf = async (browser: Browser) => (await browser.json('GET', 'users/me')).body.delivery_email;

  it('shows a text that the app turns into a session of its own, which remembers the provider', async () => {
    const pad = newPad();
    const query = `?desktop_flow_otp=${pad}&next=${encodeURIComponent('/#inbox')}`;
    const { status, session, text } = await login.as(person('ana'), query);
    expect([status, session]).toEqual([200, null]);
    const { browser, answer } = await enter(opened(pad, text));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/#inbox']);
    expect(await idOf(browser)).toBe('ana@example.org');
    await provider.endLogins(world.url, 'corp', 'ana');
    expect((await browser.json('GET', 'users/me')).status).toBe(401);
  });

  it('is good once, for a minute, and ends with the login at the provider and with the account', async () => {
    const tokenFor = async (sub: string) => {
      const pad = newPad();
      return opened(pad, (await login.as(person(sub), `?desktop_flow_otp=${pad}`)).text);
    };
    const used = await tokenFor('ben');
    expect((await enter(used)).answer.status).toBe(302);
    const old = await tokenFor('ben');
    await world.sql(`UPDATE desktop_login SET expires_at = expires_at - interval '61 seconds'`);
    const ended = await tokenFor('ben');
    await provider.endLogins(world.url, 'corp', 'ben');
    const gone = await tokenFor('cleo');
    const [{ id }] = await world.sql(`SELECT id::int FROM user_account WHERE delivery_email = 'cleo@example.org'`);
    await world.owner.ok('DELETE', `users/${id as number}`);
    for (const token of [used, old, ended, gone, 'x', 'a%00b', 'x'.repeat(500)]) {
      const { browser, answer } = await enter(token);
      expect([answer.status >= 400 && answer.status < 500, browser.session]).toEqual([true, undefined]);
    }
  });

  it('works through the login page and the second step, too', async () => {
    const dora = await world.member('dora');
    const app = await withAuthenticator(world, dora);
    const pad = newPad();
    const browser = new Browser(world.url);
    const first = await browser.submit(`/login/?desktop_flow_otp=${pad}`, { username: dora.email, password: PASSWORD });
    expect(first.headers.get('location')).toBe('/login/second-step');
    const { status, text } = await browser.submit('/login/second-step', { code: await app.freshCode() });
    expect([status, browser.session]).toEqual([200, undefined]);
    expect(await idOf((await enter(opened(pad, text))).browser)).toBe(dora.email);
    const again = new Browser(world.url);
    await again.submit(`/login/?desktop_flow_otp=${pad}`, { username: dora.email, password: PASSWORD });
    expect((await again.submit('/login/second-step', { code: await app.freshCode() })).status).toBe(400);
  });

  it('needs no password again in a browser that is logged in, but the consent of the user', async () => {
    const emil = await world.member('emil');
    const browser = new Browser(world.url);
    await browser.logIn(emil.email);
    const pad = newPad();
    const { text } = await browser.submit(`/login/?desktop_flow_otp=${pad}`);
    expect(await idOf((await enter(opened(pad, text))).browser)).toBe(emil.email);
  });

  it('has the text at an address of its own, where nothing else is shown', async () => {
    const browser = new Browser(world.url);
    expect((await browser.get('/accounts/login/desktop/ab12')).text).toContain('value="ab12"');
    for (const other of ['AB', 'x', '%3Cscript%3E', 'a'.repeat(1_001)])
      expect((await browser.get(`/accounts/login/desktop/${other}`)).status).toBe(401);
  });

  it('begins in the app with a page that waits, and sends its user to the browser', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 ZulipElectron/5.11.1 (Test)' };
    const path = `${world.url}/accounts/login/social/oidc/corp`;
    const answer = await fetch(path, { headers, redirect: 'manual' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('decrypt_clipboard')]);
    expect((await fetch(`${path}?desktop_flow_otp=${newPad()}`, { headers, redirect: 'manual' })).status).toBe(302);
  });

  it.each(['/login/', '/login/passkey', '/accounts/login/social/oidc/corp'])(
    'is refused at %s with the pads of two apps, or with what is no pad',
    async (path) => {
      const both = `mobile_flow_otp=${newPad()}&desktop_flow_otp=${newPad()}`;
      for (const query of [both, `desktop_flow_otp=${'a'.repeat(63)}`, 'desktop_flow_otp=', 'mobile_flow_otp=x']) {
        const { status, headers } = await new Browser(world.url).get(`${path}?${query}`);
        expect([status, headers.get('location')]).toEqual([400, null]);
      }
    },
  );

  it('is refused by the form of the login page with both pads', async () => {
    const browser = new Browser(world.url);
    const fields = { username: world.owner.email, password: PASSWORD, mobile_flow_otp: newPad() };
    const { status } = await browser.submit('/login/', { ...fields, desktop_flow_otp: newPad() });
    expect([status, browser.session]).toEqual([400, undefined]);
  });
});
