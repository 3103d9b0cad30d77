import { Browser } from '../../support/browser';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const HOUR = 3_600;

/** How long sessions last in an organization that has a policy. */
describe('The session policy of an organization', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start({}, 2);
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const policy = (wish: Record<string, unknown>) => world.owner.ok('PATCH', 'realm', wish);
  const loggedIn = async (): Promise<Browser> => {
    const browser = new Browser(world.at(0).url);
    await browser.logIn(ana.email);
    return browser;
  };
  const aged = (column: 'created_at' | 'last_seen_at', seconds: number) =>
    world.sql(
      `UPDATE browser_session SET ${column} = now() - $1 * interval '1 second'
        WHERE id = (SELECT max(id) FROM browser_session)`,
      [seconds],
    );
  const secondsSinceUse = async () =>
    (
      await world.sql<{ age: number }>(
        'SELECT extract(epoch FROM now() - last_seen_at)::int AS age FROM browser_session ORDER BY id DESC LIMIT 1',
      )
    )[0].age;
  const statuses = async (browser: Browser, path = 'users/me') => {
    const there = new Browser(world.at(1).url);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    return [(await there.json('GET', path)).status, (await browser.json('GET', path)).status];
  };

  afterEach(() =>
    policy({
      session_idle_seconds: 14 * 24 * HOUR,
      session_lifetime_seconds: 'unlimited',
      reauthentication_seconds: 600,
    }),
  );

  it('ends sessions that were not used for the idle time, on every node, also those opened before', async () => {
    const [browser, idle] = [await loggedIn(), await loggedIn()];
    await aged('last_seen_at', HOUR + 60);
    expect(await statuses(idle)).toEqual([200, 200]);
    const [{ id: idleId }] = await world.sql<{ id: number }>('SELECT max(id)::int AS id FROM browser_session');
    await aged('last_seen_at', HOUR + 60);
    await policy({ session_idle_seconds: HOUR });
    expect(await statuses(idle)).toEqual([401, 401]);
    expect(await statuses(browser)).toEqual([200, 200]);
    const { sessions } = (await browser.json('GET', 'sessions')).body;
    const listed = sessions as { id: number; is_current: boolean; expires: number; last_seen: number }[];
    expect(listed.map(({ id }) => id)).not.toContain(idleId);
    const { expires, last_seen: seen } = listed.find(({ is_current }) => is_current)!;
    expect(Math.abs(expires - seen - HOUR)).toBeLessThanOrEqual(1);
  });

  it('takes a request for use of a session, to a tenth of the idle time', async () => {
    await policy({ session_idle_seconds: HOUR });
    const browser = await loggedIn();
    await aged('last_seen_at', 5 * 60);
    expect(await statuses(browser)).toEqual([200, 200]);
    expect(await secondsSinceUse()).toBeGreaterThanOrEqual(5 * 60);
    await aged('last_seen_at', 50 * 60);
    expect(await statuses(browser)).toEqual([200, 200]);
    expect(await secondsSinceUse()).toBeLessThan(5 * 60);
  });

  it('does not take it for use that a page waits for events, or says whether the user is there', async () => {
    await policy({ session_idle_seconds: HOUR });
    const browser = await loggedIn();
    const { queue_id, last_event_id } = (await browser.json('POST', 'register', { event_types: ['message'] })).body;
    await aged('last_seen_at', 50 * 60);
    const poll = await browser.json('GET', 'events', { queue_id, last_event_id, dont_block: true });
    const presence = await browser.json('POST', 'users/me/presence', { status: 'idle', ping_only: true });
    expect([poll.status, presence.status]).toEqual([200, 200]);
    expect(await secondsSinceUse()).toBeGreaterThanOrEqual(50 * 60);
  });

  it('ends sessions that are older than the lifetime, however much they are used', async () => {
    const browser = await loggedIn();
    await aged('created_at', 2 * HOUR);
    expect(await statuses(browser)).toEqual([200, 200]);
    await policy({ session_lifetime_seconds: 3 * HOUR });
    expect(await statuses(browser)).toEqual([200, 200]);
    await policy({ session_lifetime_seconds: HOUR });
    expect(await statuses(browser)).toEqual([401, 401]);
    expect((await loggedIn()).session).toBeDefined();
  });

  it.each([
    ['empty', ''],
    ['short', 'x'],
    ['too long', 'a'.repeat(10_000)],
    ['no token', '%00%0a%22'],
    ['a statement', "' OR 1=1 --"],
    ['of the right form, and of no session', 'a'.repeat(43)],
  ])('lets no session be had with a cookie that is %s', async (_, value) => {
    const browser = new Browser(world.at(0).url);
    browser.cookies.set('sessionid', value);
    expect((await browser.json('GET', 'users/me')).status).toBe(401);
    expect((await browser.get('/login/')).status).toBe(200);
  });

  it('ends a waiting poll of a session that is ended on another node', async () => {
    const browser = await loggedIn();
    const { queue_id, last_event_id } = (await browser.json('POST', 'register', { event_types: ['message'] })).body;
    const waiting = (async () => {
      for (;;) {
        const answer = await browser.json('GET', 'events', { queue_id, last_event_id });
        if (answer.status !== 200) return answer;
      }
    })();
    await ana.at(1).ok('DELETE', 'sessions');
    const { status, body } = await waiting;
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
