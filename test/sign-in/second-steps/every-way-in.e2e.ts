import { Browser, PageResponse } from '../../support/browser';
import { linkIn, mailTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { Authenticator, withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const STEP = '/login/second-step';
const PAD = 'ab'.repeat(32);

/** Where a login has led to. */
interface Got {
  browser: Browser;
  answer: PageResponse;
}

describe('Every way in for an account with a second factor', () => {
  let world: World;
  beforeAll(async () => void (world = await World.start()));
  afterAll(() => world.stop());

  /** Ways in a browser: what a user does who knows the password, and reads the mailbox, but has no factor. */
  const WAYS: [name: string, open: (person: Person) => Promise<Got>][] = [
    ['the login page', (person) => logIn(person, '/login/')],
    ['the login page by its other path', (person) => logIn(person, '/accounts/login/?next=%2F', '/login/?next=%2F')],
    ['the mobile flow', (person) => logIn(person, `/login/?mobile_flow_otp=${PAD}`)],
    [
      'a password reset',
      async (person) => {
        const browser = new Browser(world.url);
        await browser.submit('/accounts/password/reset/', { email: person.email });
        const link = linkIn(await mailTo(world, person.email));
        await browser.submit(link, { password: PASSWORD, password_again: PASSWORD });
        expect(browser.session).toBeUndefined();
        return logIn(person, '/login/');
      },
    ],
    [
      'a new address',
      async (person) => {
        await person.ok('PATCH', 'settings', { email: `new.${person.email}` });
        const moved = Object.assign(Object.create(Object.getPrototypeOf(person)), person, {
          email: `new.${person.email}`,
        }) as Person;
        const link = linkIn(await mailTo(world, moved.email));
        const browser = new Browser(world.url);
        await browser.submit(link);
        expect(browser.session).toBeUndefined();
        return logIn(moved, '/login/');
      },
    ],
  ];

  async function logIn(person: Person, path: string, shown = path): Promise<Got> {
    const browser = new Browser(world.url);
    if (shown !== path) expect((await browser.get(path)).headers.get('location')).toBe(shown);
    return { browser, answer: await browser.submit(shown, { username: person.email, password: PASSWORD }) };
  }

  const isIn = async (browser: Browser): Promise<boolean> => (await browser.json('GET', 'users/me')).status === 200;

  describe.each(WAYS)('%s', (name, open) => {
    let app: Authenticator;
    let person: Person;
    beforeAll(async () => {
      person = await world.member(`someone at ${name}`);
      app = await withAuthenticator(world, person);
    });

    it('leads to the second step, and the right code leads in', async () => {
      const { browser, answer } = await open(person);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, STEP]);
      expect(await isIn(browser)).toBe(false);
      expect((await browser.get(STEP)).status).toBe(200);
      expect(await isIn(browser)).toBe(false);
      const finished = await browser.submit(STEP, { code: await app.freshCode() });
      expect(finished.status).toBe(302);
      const to = finished.headers.get('location')!;
      if (name === 'the mobile flow') expect(new URL(to).searchParams.get('user_id')).toBe(String(person.id));
      else expect([to, await isIn(browser)]).toEqual(['/', true]);
    });
  });

  /** Ways of programs, which cannot ask. */
  const PROGRAMS: [name: string, open: (person: Person) => Promise<{ status: number; body: object }>][] = [
    ['fetch_api_key', ({ email }) => world.request('POST', 'fetch_api_key', { username: email, password: PASSWORD })],
    ['dev_fetch_api_key', ({ email }) => world.request('POST', 'dev_fetch_api_key', { username: email })],
  ];

  it.each(PROGRAMS)('%s is refused with words that lead to the browser', async (_, open) => {
    const person = await world.member(`program ${PROGRAMS.findIndex(([name]) => name === _)}`);
    expect((await open(person)).status).toBe(200);
    await withAuthenticator(world, person);
    const refused = await open(person);
    expect(refused).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_FAILED' } });
    expect((refused.body as { msg: string }).msg).toContain('"Browser"');
    expect(refused.body).not.toHaveProperty('api_key');
  });

  it('an own key needs the password and a code when the session is older than ten minutes', async () => {
    const ana = await world.member('ana');
    const app = await withAuthenticator(world, ana);
    const browser = new Browser(world.url);
    await browser.logIn(ana.email);
    await browser.submit(STEP, { code: app.code() });
    expect((await browser.json('POST', 'fetch_api_key', { password: PASSWORD })).status).toBe(200);
    await world.sql(`UPDATE browser_session SET created_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      ana.id,
    ]);
    for (const shown of [
      { password: PASSWORD },
      { password: PASSWORD, code: '000000x' },
      { code: app.recoveryCodes[0] },
    ]) {
      const refused = await browser.json('POST', 'fetch_api_key', shown);
      expect([refused.status, 'api_key' in refused.body]).toEqual([400, false]);
    }
    const shown = { password: PASSWORD, code: await app.freshCode() };
    const { status, body } = await browser.json('POST', 'fetch_api_key', shown);
    expect(status).toBe(200);
    ana.key = body.api_key as string;
    expect((await ana.get('users/me')).status).toBe(200);
  });

  it('a session leads to an app only through the second step', async () => {
    const bea = await world.member('bea');
    const browser = new Browser(world.url);
    await browser.logIn(bea.email);
    const app = await Authenticator.setUp(browser, world);
    const answer = await browser.submit(`/login/?mobile_flow_otp=${'cd'.repeat(32)}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, STEP]);
    const led = await browser.submit(STEP, { code: app.code() });
    const given = new URL(led.headers.get('location')!);
    expect([given.protocol, given.hostname, given.searchParams.get('email')]).toEqual(['zulip:', 'login', bea.email]);
    const bytes = Buffer.from(given.searchParams.get('otp_encrypted_api_key')!, 'hex');
    bea.key = String.fromCharCode(...bytes.map((byte) => byte ^ 0xcd));
    expect((await bea.get('users/me')).status).toBe(200);
  });

  it('a used pad of an app leads nowhere, also after the second step', async () => {
    const carl = await world.member('carl');
    const app = await withAuthenticator(world, carl);
    const pad = 'ef'.repeat(32);
    for (const status of [302, 400]) {
      const browser = new Browser(world.url);
      await browser.submit(`/login/?mobile_flow_otp=${pad}`, { username: carl.email, password: PASSWORD });
      expect((await browser.submit(STEP, { code: await app.freshCode() })).status).toBe(status);
    }
  });
});
