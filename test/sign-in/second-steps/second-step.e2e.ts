import { Browser } from '../../support/browser';
import type { Person } from '../../support/person';
import { withAuthenticator, wrongCode } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const STEP = '/login/second-step';

describe('The second step of a login', () => {
  let world: World;
  beforeAll(async () => void (world = await World.start()));
  afterAll(() => world.stop());

  const atStep = async (person: Person, page = '/login/'): Promise<Browser> => {
    const browser = new Browser(world.url);
    const answer = await browser.submit(page, { username: person.email, password: PASSWORD });
    expect([answer.status, answer.headers.get('location'), browser.session]).toEqual([302, STEP, undefined]);
    return browser;
  };

  it('asks for a code without scripts, and goes on to the page that the visitor asked for', async () => {
    const ana = await world.member('ana');
    const app = await withAuthenticator(world, ana);
    const browser = await atStep(ana, '/login/?next=%2Fuser_uploads%2F1%2Fa.png');
    const page = await browser.get(STEP);
    expect(page.text).toContain('autocomplete="one-time-code"');
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const answer = await browser.submit(STEP, { code: app.code() });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/user_uploads/1/a.png']);
    expect((await browser.json('GET', 'users/me')).body.user_id).toBe(ana.id);
    expect(browser.cookies.has('second_step')).toBe(false);
  });

  it('accepts a step beside the present one, and each step once', async () => {
    const bea = await world.member('bea');
    const app = await withAuthenticator(world, bea);
    const early = app.code(-1);
    const code = app.code();
    expect((await (await atStep(bea)).submit(STEP, { code: app.code(-3) })).status).toBe(400);
    expect((await (await atStep(bea)).submit(STEP, { code })).status).toBe(302);
    for (const used of [code, early]) {
      const replay = await (await atStep(bea)).submit(STEP, { code: used });
      expect([replay.status, replay.text.includes('This code is not right')]).toEqual([400, true]);
    }
  });

  it('takes a recovery code once, in the same field', async () => {
    const carl = await world.member('carl');
    const [code] = (await withAuthenticator(world, carl)).recoveryCodes;
    expect((await (await atStep(carl)).submit(STEP, { code: code.toUpperCase().replace('-', ' ') })).status).toBe(302);
    expect((await (await atStep(carl)).submit(STEP, { code })).status).toBe(400);
  });

  it("does not take another user's codes", async () => {
    const dora = await world.member('dora');
    const emil = await world.member('emil');
    await withAuthenticator(world, dora);
    const app = await withAuthenticator(world, emil);
    for (const code of [app.code(), app.recoveryCodes[0]])
      expect((await (await atStep(dora)).submit(STEP, { code })).status).toBe(400);
  });

  it('ends after five wrong codes, also for the right one', async () => {
    const fred = await world.member('fred');
    const app = await withAuthenticator(world, fred);
    const browser = await atStep(fred);
    for (const code of [wrongCode(app), '', '1'.repeat(64), "' OR 1=1", wrongCode(app)].slice(0, 4))
      expect((await browser.submit(STEP, { code })).status).toBe(400);
    const kept = browser.copy();
    const fields = { csrfmiddlewaretoken: browser.csrf! };
    const last = await browser.post(STEP, { ...fields, code: wrongCode(app) });
    expect([last.status, last.text.includes('too many wrong codes')]).toEqual([401, true]);
    const late = await kept.post(STEP, { ...fields, code: app.code() });
    expect([late.status, kept.session]).toEqual([401, undefined]);
    const failures = await world.sql(
      `SELECT 1 FROM audit_log WHERE object_id = $1 AND action = 'failed_to_log_in'
        AND after ->> 'method' = 'second_factor'`,
      [fred.id],
    );
    expect(failures).toHaveLength(5);
  });

  it('counts guesses that are made at once', async () => {
    const gita = await world.member('gita');
    const app = await withAuthenticator(world, gita);
    const browser = await atStep(gita);
    const fields = { csrfmiddlewaretoken: browser.csrf!, code: wrongCode(app) };
    const answers = await Promise.all(Array.from({ length: 12 }, () => browser.copy().post(STEP, fields)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8);
  });

  it('lets one of two browsers in that show the same code at once', async () => {
    const hugo = await world.member('hugo');
    const app = await withAuthenticator(world, hugo);
    const browsers = await Promise.all([atStep(hugo), atStep(hugo)]);
    const code = app.code();
    const answers = await Promise.all(
      browsers.map((browser) => browser.post(STEP, { csrfmiddlewaretoken: browser.csrf!, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
  });

  it('belongs to the browser that took the first one', async () => {
    const ida = await world.member('ida');
    const app = await withAuthenticator(world, ida);
    const browser = await atStep(ida);
    const other = new Browser(world.url);
    await other.get('/login/');
    for (const cookie of [undefined, 'x', browser.cookies.get('second_step')!.toUpperCase()]) {
      if (cookie !== undefined) other.cookies.set('second_step', cookie);
      const answer = await other.post(STEP, { csrfmiddlewaretoken: other.csrf!, code: app.code() });
      expect([answer.status, other.session]).toEqual([401, undefined]);
    }
    expect((await other.get(STEP)).headers.get('location')).toBe('/login/');
    expect((await browser.submit(STEP, { code: app.code() })).status).toBe(302);
  });

  it('needs the token of its form', async () => {
    const jon = await world.member('jon');
    const app = await withAuthenticator(world, jon);
    const browser = await atStep(jon);
    expect((await browser.post(STEP, { code: app.code() })).status).toBe(403);
    expect((await browser.submit(STEP, { code: app.code() })).status).toBe(302);
  });

  it('refuses longer codes than there are', async () => {
    const kim = await world.member('kim');
    await withAuthenticator(world, kim);
    expect((await (await atStep(kim)).submit(STEP, { code: '1'.repeat(65) })).status).toBe(400);
  });

  it('is over after ten minutes', async () => {
    const lea = await world.member('lea');
    const app = await withAuthenticator(world, lea);
    const browser = await atStep(lea);
    await world.sql(`UPDATE second_step SET expires_at = now() WHERE user_id = $1`, [lea.id]);
    const answer = await browser.post(STEP, { csrfmiddlewaretoken: browser.csrf!, code: app.code() });
    expect([answer.status, browser.session]).toEqual([401, undefined]);
  });

  it('is over when the password changes or the account is deactivated meanwhile', async () => {
    const max = await world.member('max');
    const app = await withAuthenticator(world, max);
    const before = await atStep(max);
    await max.ok('PATCH', 'settings', { old_password: PASSWORD, new_password: 'another long enough secret' });
    const fields = { csrfmiddlewaretoken: before.csrf!, code: app.code() };
    expect([(await before.post(STEP, fields)).status, before.session]).toEqual([401, undefined]);

    const nora = await world.member('nora');
    const other = await withAuthenticator(world, nora);
    const late = await atStep(nora);
    await world.owner.ok('DELETE', `users/${nora.id}`);
    const answer = await late.post(STEP, { csrfmiddlewaretoken: late.csrf!, code: other.code() });
    expect([answer.status, late.session]).toEqual([401, undefined]);
  });

  it('with a passkey writes nothing before it ends, as visitors without an account begin such logins', async () => {
    const rows = () => world.sql('SELECT hash FROM second_step WHERE user_id IS NULL');
    const browser = new Browser(world.url);
    const begun = await browser.get('/login/passkey?next=%2F%23inbox');
    expect([begun.status, begun.headers.get('location'), await rows()]).toEqual([302, STEP, []]);
    expect((await browser.get(STEP)).text).toContain('Log in with a passkey');
    const code = await browser.submit(STEP, { code: '123456' });
    const passkey = await browser.submit(STEP, { passkey: '{"id":"eA"}' });
    expect([code.status, passkey.status, await rows()]).toEqual([401, 400, []]);
    browser.cookies.set('second_step', browser.cookies.get('second_step')!.slice(0, -8));
    expect((await browser.get(STEP)).headers.get('location')).toBe('/login/');
  });

  it('counts wrong codes as failed logins, which a right password does not forgive', async () => {
    const limited = await World.start({ PARLEY_RATE_LIMITS: 'on' }, 1);
    try {
      const otto = await limited.member('otto');
      const app = await withAuthenticator(limited, otto);
      const guess = async (code: string): Promise<number> => {
        const browser = new Browser(limited.url);
        await browser.logIn(otto.email);
        return (await browser.submit(STEP, { code })).status;
      };
      for (let count = 0; count < 5; count++) expect(await guess(wrongCode(app))).toBe(400);
      expect(await guess(await app.freshCode())).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
