import type { RunningServer } from '../../../apps/server/src/boot';
import { logOf } from '../../support/audit-log';
import { Browser } from '../../support/browser';
import { fromNowOn } from '../../support/from-now-on';
import type { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

const HOUR = 3_600;
const TWO_WEEKS = 14 * 24 * HOUR;

describe('Browser sessions', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let bo: Person;
  const loggedIn = async (person: Person, url = world.url): Promise<Browser> => {
    const browser = new Browser(url);
    const { status } = await browser.logIn(person.email);
    expect(status).toBe(302);
    return browser;
  };
  const statusOf = async (browser: Browser) => (await browser.json('GET', 'users/me')).status;

  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  it('sets cookies as HttpOnly and SameSite', async () => {
    const browser = await loggedIn(ana);
    const cookies = browser.received.slice(-2);
    expect(cookies[0]).toMatch(/^sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies[1]).toMatch(/^csrftoken=[0-9a-f]{32}; Max-Age=31536000; Path=\/; SameSite=Lax$/);
  });

  it('stores sessions as hashes that expire after two weeks', async () => {
    const browser = await loggedIn(ana);
    const rows = await world.sql<{ row: string; seconds: number }>(
      `SELECT browser_session::text AS row, extract(epoch FROM expires_at - now())::int AS seconds
        FROM browser_session ORDER BY id DESC`,
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(browser.session);
    expect(rows[0].seconds).toBeGreaterThan(TWO_WEEKS - 60);
  });

  it('accepts a session on every node', async () => {
    const browser = await loggedIn(ana);
    const there = new Browser(other.url);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    expect(await statusOf(there)).toBe(200);
    expect((await there.json('POST', 'typing', { type: 'direct', op: 'start', to: [bo.id] })).body.msg).not.toMatch(
      /CSRF/,
    );
  });

  it('opens a session by the developer login too', async () => {
    const browser = new Browser(world.url);
    const response = await browser.send(
      'POST',
      '/api/v1/dev_fetch_api_key',
      new URLSearchParams({ username: ana.email }),
    );
    expect(await response.json()).toMatchObject({ result: 'success', user_id: ana.id });
    expect(await statusOf(browser)).toBe(200);
    expect((await browser.json('POST', 'messages/render', { content: 'x' })).status).toBe(200);
  });

  it("lists only the user's own sessions, latest first, with browser and address", async () => {
    const created = fromNowOn();
    const browser = await loggedIn(bo);
    const { sessions } = (await browser.json('GET', 'sessions')).body;
    const [latest, ...earlier] = sessions as Record<string, unknown>[];
    expect(latest).toEqual({
      id: expect.any(Number),
      user_agent: 'Mozilla/5.0 (Test)',
      ip_address: '127.0.0.1',
      date_created: created(),
      last_seen: expect.any(Number),
      expires: (latest.last_seen as number) + TWO_WEEKS,
      is_current: true,
    });
    expect(earlier.map(({ is_current }) => is_current)).toEqual(earlier.map(() => false));
    const byKey = (await bo.ok('GET', 'sessions')).sessions as { id: number; is_current: boolean }[];
    expect(byKey.map(({ id }) => id)).toEqual((sessions as { id: number }[]).map(({ id }) => id));
    expect(byKey.some(({ is_current }) => is_current)).toBe(false);
  });

  it('extends a session that is used, and writes this once an hour', async () => {
    const browser = await loggedIn(bo);
    const seen = async () =>
      (
        await world.sql<{ age: number; left: number }>(
          `SELECT extract(epoch FROM now() - last_seen_at)::int AS age, extract(epoch FROM expires_at - now())::int AS left
            FROM browser_session ORDER BY id DESC LIMIT 1`,
        )
      )[0];
    const before = browser.received.length;
    const backdate = (age: string) =>
      world.sql(
        `UPDATE browser_session SET last_seen_at = now() - $1::interval, expires_at = now() - $1::interval + interval '14 days'
          WHERE id = (SELECT max(id) FROM browser_session)`,
        [age],
      );
    await backdate('50 minutes');
    expect(await statusOf(browser)).toBe(200);
    expect((await seen()).age).toBeGreaterThan(49 * 60);
    expect(browser.received).toHaveLength(before);
    await backdate('13 days');
    expect(await statusOf(browser)).toBe(200);
    expect(await seen()).toEqual({ age: 0, left: expect.any(Number) });
    expect((await seen()).left).toBeGreaterThan(TWO_WEEKS - 60);
    expect(browser.received.slice(before)).toEqual([expect.stringMatching(/^sessionid=.+Max-Age=1209600/)]);
    await backdate('15 days');
    expect(await statusOf(browser)).toBe(401);
  });

  it("lets a user end single sessions, and only the user's own", async () => {
    const [here, there] = [await loggedIn(ana), await loggedIn(ana)];
    const idOf = async (browser: Browser) =>
      ((await browser.json('GET', 'sessions')).body.sessions as { id: number; is_current: boolean }[]).find(
        ({ is_current }) => is_current,
      )!.id;
    const id = await idOf(there);
    for (const wrong of [String(id), '0', 'x', '1.5', '99999999999999999999']) {
      const { status, body } = await bo.delete(`sessions/${wrong}`);
      expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'No such session']);
    }
    expect(await statusOf(there)).toBe(200);
    await ana.ok('DELETE', `sessions/${id}`);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    expect((await ana.delete(`sessions/${id}`)).status).toBe(400);
    const [entry] = await logOf(world.owner, { action: 'logged_out' });
    expect(entry).toMatchObject({ object_type: 'user', object_id: ana.id, before: { session_ids: [id] } });
  });

  it('ends all sessions of the user except the current one', async () => {
    const [here, there] = [await loggedIn(ana), await loggedIn(ana, other.url)];
    expect((await here.json('DELETE', 'sessions')).status).toBe(200);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    await ana.ok('DELETE', 'sessions');
    expect(await statusOf(here)).toBe(401);
  });

  it('ends the sessions of a deactivated account on every node, also after reactivation', async () => {
    const gone = await world.member('gone');
    const [here, there] = [await loggedIn(gone), await loggedIn(gone, other.url)];
    await world.owner.ok('DELETE', `users/${gone.id}`);
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 401]);
    await world.owner.ok('POST', `users/${gone.id}/reactivate`);
    await gone.logInAgain();
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 401]);
    expect((await here.logIn(gone.email)).status).toBe(302);
  });

  it('answers that the account is deactivated after a change in the database', async () => {
    const off = await world.member('off');
    const browser = await loggedIn(off);
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [off.id]);
    const { status, body } = await browser.json('GET', 'users/me');
    expect([status, body.code]).toEqual([401, 'USER_DEACTIVATED']);
    expect((await browser.get('/login/')).status).toBe(200);
  });

  it('ends the event queues of a session with the session', async () => {
    const browser = await loggedIn(bo);
    const { queue_id, last_event_id } = (await browser.json('POST', 'register', { event_types: ['message'] })).body;
    const poll = (dont_block: boolean) => browser.json('GET', 'events', { queue_id, last_event_id, dont_block });
    expect((await poll(true)).body.events).toEqual([]);
    const waiting = poll(false);
    const id = await ana.sendTo([bo], 'hello');
    expect((await waiting).body.events).toMatchObject([{ type: 'message', message: { id } }]);
    expect((await poll(true)).status).toBe(200);
    await bo.ok('DELETE', 'sessions');
    await world.settled();
    const { status, body } = await poll(true);
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('keeps at most fifty sessions of an account and ends the oldest', async () => {
    const many = await world.member('many');
    const first = await loggedIn(many);
    for (let count = 0; count < 50; count++) await world.request('POST', 'dev_fetch_api_key', { username: many.email });
    expect(await statusOf(first)).toBe(401);
    expect((await (await loggedIn(many)).json('GET', 'sessions')).body.sessions).toHaveLength(50);
  });

  it('opens no sessions for bots', async () => {
    const { api_key, user_id } = await ana.ok('POST', 'bots', { full_name: 'Sessionless', short_name: 'sessionless' });
    const email = 'sessionless-bot@parley.invalid';
    const authorization = `Basic ${Buffer.from(`${email}:${String(api_key)}`).toString('base64')}`;
    for (const path of ['sessions', 'users/me/api_keys']) {
      const { status, body } = await world.request('GET', path, {}, authorization);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const login = await world.request('POST', 'dev_fetch_api_key', { username: email });
    expect(login.status).toBe(400);
    expect(await world.sql('SELECT 1 FROM browser_session WHERE user_id = $1', [user_id])).toEqual([]);
  });
});

describe('Browser sessions at an https address', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ PARLEY_BASE_URL: 'https://chat.example.org' });
  });
  afterAll(() => world.stop());

  it('marks cookies as Secure and accepts the origin of the https address behind any proxy', async () => {
    const browser = new Browser(world.url);
    await browser.logIn(world.owner.email);
    expect(browser.received).toHaveLength(4);
    for (const cookie of browser.received) expect(cookie).toContain('; Secure; SameSite=Lax');
    const headers = { origin: 'https://chat.example.org' };
    expect((await browser.json('POST', 'messages/render', { content: 'x' }, { headers })).status).toBe(200);
  });
});
