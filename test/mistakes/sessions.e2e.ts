import argon2 from '@node-rs/argon2';
import { request as httpRequest } from 'node:http';
import type { RunningServer } from '../../apps/server/src/boot';
import { Browser } from '../support/browser';
import { createOtherOrganization } from '../support/other-organization';
import type { ApiResponse, Body, Person } from '../support/person';
import { Person as Account } from '../support/person';
import { secondNode } from '../support/second-node';
import { until } from '../support/until';
import { World } from '../support/world';

const PASSWORD = 'a long enough secret';

describe('mistakes with sessions, keys and bots', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let bo: Person;
  const refusal = ({ status, body }: { status: number; body: Body }) => [status, body.code];
  const NOBODY = [401, 'UNAUTHORIZED'];

  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const loggedIn = async ({ email }: Person): Promise<Browser> => {
    const browser = new Browser(world.url);
    expect((await browser.logIn(email)).status).toBe(302);
    return browser;
  };
  const foreign = (browser: Browser): Browser => {
    const there = new Browser(other.url);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    return there;
  };
  let bots = 0;
  const botOf = async (owner: Person): Promise<Person> => {
    const short_name = `helper${++bots}`;
    const { user_id, api_key } = await owner.ok('POST', 'bots', { full_name: `Helper ${bots}`, short_name });
    const email = `${short_name}-bot@parley.invalid`;
    return new Account(world, user_id as number, email, `Helper ${bots}`, api_key as string);
  };

  describe('mistake 12: secondary ways to authenticate', () => {
    it('CSRF: a form of another site has no effect with a visitor’s cookies', async () => {
      const browser = await loggedIn(ana);
      const message = { type: 'stream', to: 'general', topic: 'forged', content: 'x' };
      const forged = [
        await browser.post('/json/messages', message),
        await browser.post('/json/messages', { ...message, csrfmiddlewaretoken: '' }),
        await browser.post('/json/messages', { ...message, csrfmiddlewaretoken: 'f'.repeat(32) }),
        await browser.post(
          '/json/messages',
          { ...message, csrfmiddlewaretoken: browser.csrf! },
          { origin: 'https://evil.example' },
        ),
      ];
      for (const { status, text } of forged)
        expect([status, (JSON.parse(text) as Body).code]).toEqual([403, 'CSRF_FAILED']);
      expect((await browser.post('/accounts/logout/', {})).status).toBe(403);
      expect((await browser.json('GET', 'users/me')).status).toBe(200);
    });

    it('CSRF: a token is valid for one session only', async () => {
      const [one, another] = [await loggedIn(ana), await loggedIn(bo)];
      const { status, body } = await one.json('POST', 'messages/render', { content: 'x' }, { csrf: another.csrf });
      expect([status, body.code]).toEqual([403, 'CSRF_FAILED']);
    });

    it('CSRF: a cookie that another host planted is no token: within a session only the session’s own is valid', async () => {
      const browser = await loggedIn(ana);
      browser.cookies.set('csrftoken', 'a'.repeat(32));
      const { status } = await browser.json('POST', 'messages/render', { content: 'x' }, { csrf: 'a'.repeat(32) });
      expect(status).toBe(403);
    });

    it('CSRF at the login: another site cannot log a visitor in as another user', async () => {
      const browser = new Browser(world.url);
      const answer = await browser.post('/login/', { username: ana.email, password: PASSWORD });
      expect([answer.status, browser.session]).toEqual([403, undefined]);
    });

    it('a session is not accepted in place of a key, nor a key in place of a session', async () => {
      const browser = await loggedIn(ana);
      const headers = { 'x-csrftoken': browser.csrf! };
      const response = await browser.send('GET', '/api/v1/users/me', undefined, { headers });
      expect(refusal({ status: response.status, body: (await response.json()) as Body })).toEqual(NOBODY);
      const byKey = await fetch(`${world.url}/json/users/me`, { headers: { authorization: ana.authorization } });
      expect(refusal({ status: byKey.status, body: (await byKey.json()) as Body })).toEqual(NOBODY);
      const asKey = `Basic ${Buffer.from(`${ana.email}:${browser.session!}`).toString('base64')}`;
      expect(refusal(await world.request('GET', 'users/me', {}, asKey))).toEqual(NOBODY);
      const anonymous = new Browser(world.url);
      anonymous.cookies.set('sessionid', ana.key);
      expect(refusal(await anonymous.json('GET', 'users/me'))).toEqual(NOBODY);
    });

    it('a session is invalid on another organization’s host', async () => {
      const browser = await loggedIn(ana);
      await createOtherOrganization(world);
      const statusAt = (host: string): Promise<number> =>
        new Promise((resolve, reject) => {
          const headers = { host, cookie: `sessionid=${browser.session}` };
          httpRequest(`${world.url}/json/users/me`, { headers }, (response) => {
            response.resume();
            resolve(response.statusCode!);
          })
            .on('error', reject)
            .end();
        });
      expect(await statusAt(new URL(world.url).host)).toBe(200);
      expect(await statusAt('elsewhere.example')).toBe(401);
      expect(await statusAt('nowhere.example')).toBe(404);
    });

    it('a bot cannot use operations for human users', async () => {
      const bot = await botOf(ana);
      const closed: [string, string][] = [
        ['GET', 'sessions'],
        ['DELETE', 'sessions'],
        ['GET', 'users/me/api_keys'],
        ['POST', 'users/me/api_key/regenerate'],
        ['GET', 'bots'],
        ['POST', 'bots'],
        ['PATCH', `bots/${bot.id}`],
        ['GET', `bots/${bot.id}/api_key`],
        ['DELETE', 'users/me'],
      ];
      for (const [method, path] of closed) {
        const parameters = path === 'bots' ? { full_name: 'Offspring', short_name: 'offspring' } : {};
        const answer = await world.request(method, path, parameters, bot.authorization);
        expect([path, ...refusal(answer)]).toEqual([path, 400, 'BAD_REQUEST']);
      }
      expect((await bot.get('users/me')).status).toBe(200);
    });

    it('open redirects: a login leads to pages of this server only', async () => {
      for (const next of [
        'https://evil.example/',
        '//evil.example',
        '///evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        '/\t/evil.example',
        'javascript:alert(1)',
        'zulip://login',
      ]) {
        const browser = new Browser(world.url);
        const path = `/login/?next=${encodeURIComponent(next)}`;
        const answer = await browser.submit(path, { username: ana.email, password: PASSWORD });
        expect([next, answer.status, answer.headers.get('location')]).toEqual([next, 302, '/']);
        const again = await browser.get(path);
        expect([next, again.status, again.headers.get('location')]).toEqual([next, 302, '/']);
      }
    });
  });

  describe('mistake 17: the end of sessions and keys', () => {
    it('fixation: the login replaces an earlier session', async () => {
      const browser = new Browser(world.url);
      browser.cookies.set('sessionid', 'planted-by-somebody-else');
      await browser.logIn(ana.email);
      expect(browser.session).not.toBe('planted-by-somebody-else');
      const attacker = new Browser(world.url);
      attacker.cookies.set('sessionid', 'planted-by-somebody-else');
      expect(refusal(await attacker.json('GET', 'users/me'))).toEqual(NOBODY);
    });

    it('rotation: another login ends the session before, and changes the token', async () => {
      const browser = await loggedIn(ana);
      const before = browser.copy();
      const csrf = browser.csrf!;
      const answer = await browser.post('/login/', {
        csrfmiddlewaretoken: csrf,
        username: bo.email,
        password: PASSWORD,
      });
      expect(answer.status).toBe(302);
      expect((await browser.json('GET', 'users/me')).body.user_id).toBe(bo.id);
      expect(browser.csrf).not.toBe(csrf);
      expect(refusal(await before.json('GET', 'users/me'))).toEqual(NOBODY);
    });

    it('a session of a deactivated account is invalid on another node, and its queue ends there', async () => {
      const gone = await world.member('gone');
      const browser = await loggedIn(gone);
      const there = foreign(browser);
      const { queue_id } = (await there.json('POST', 'register', { event_types: ['message'] })).body;
      const poll = () => there.json('GET', 'events', { queue_id, last_event_id: -1, dont_block: true });
      expect((await poll()).status).toBe(200);
      await world.owner.ok('DELETE', `users/${gone.id}`);
      expect(refusal(await there.json('GET', 'users/me'))).toEqual(NOBODY);
      await until(async () => (await poll()).status !== 200);
      const bot = await browser.json('POST', 'messages', { type: 'stream', to: 'general', topic: 'x', content: 'y' });
      expect(refusal(bot)).toEqual(NOBODY);
    });

    it('a logout ends a poll on another node', async () => {
      const browser = await loggedIn(ana);
      const there = foreign(browser);
      const { queue_id } = (await there.json('POST', 'register', { event_types: ['message'] })).body;
      const poll = () => there.json('GET', 'events', { queue_id, last_event_id: -1, dont_block: true });
      expect((await poll()).status).toBe(200);
      await browser.submit('/accounts/logout/');
      await until(async () => (await poll()).status === 401);
    });

    it('a lowered role takes effect with the next request of a session', async () => {
      const chief = await world.admin('chief');
      const browser = await loggedIn(chief);
      const there = foreign(browser);
      expect((await there.json('PATCH', 'realm', { description: 'one' })).status).toBe(200);
      await world.setRole(chief, 'member');
      expect(refusal(await there.json('PATCH', 'realm', { description: 'two' }))).toEqual([
        400,
        'UNAUTHORIZED_PRINCIPAL',
      ]);
    });

    it('a bot’s old key, and its queues, end with a new key', async () => {
      const bot = await botOf(ana);
      const queue = await bot.register({ event_types: ['message'] });
      await ana.ok('POST', `bots/${bot.id}/api_key/regenerate`);
      await world.settled();
      const poll = { queue_id: queue.id, last_event_id: -1, dont_block: true };
      expect(refusal(await bot.get('events', poll))).toEqual(NOBODY);
    });
  });

  describe('mistake 7: bots with more permissions than their owners', () => {
    it('an owner cannot give the bot a role that the owner cannot give', async () => {
      const bot = await botOf(ana);
      for (const role of [100, 200, 300])
        expect(refusal(await ana.patch(`bots/${bot.id}`, { role }))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      expect((await bot.ok('GET', 'users/me')).role).toBe(400);
    });

    it('an administrator cannot read the key of a bot with more permissions', async () => {
      const [chief, bot] = [await world.admin('chuck'), await botOf(world.owner)];
      await world.owner.ok('PATCH', `bots/${bot.id}`, { role: 100 });
      const asked: ApiResponse[] = [
        await chief.get(`bots/${bot.id}/api_key`),
        await chief.post(`bots/${bot.id}/api_key/regenerate`),
        await chief.patch(`bots/${bot.id}`, { bot_owner_id: chief.id }),
        await chief.delete(`bots/${bot.id}`),
      ];
      for (const answer of asked) {
        expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
        expect(JSON.stringify(answer.body)).not.toContain(bot.key);
      }
      const { state } = await chief.register({ fetch_event_types: ['realm_bot'] });
      expect(JSON.stringify(state)).not.toContain(bot.key);
    });

    it('a bot loses permissions with its owner', async () => {
      const chief = await world.admin('chris');
      const bot = await botOf(chief);
      await world.owner.ok('PATCH', `bots/${bot.id}`, { role: 200 });
      await world.setRole(chief, 'guest');
      expect((await bot.ok('GET', 'users/me')).role).toBe(600);
      expect(refusal(await bot.patch('realm', { description: 'mine' }))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    });
  });

  describe('mistake 7: transferred bots', () => {
    it('only administrators can transfer a bot to a user with fewer permissions', async () => {
      const bot = await botOf(ana);
      await world.owner.ok('PATCH', `bots/${bot.id}`, { role: 200 });
      expect(refusal(await ana.patch(`bots/${bot.id}`, { bot_owner_id: bo.id }))).toEqual([
        400,
        'UNAUTHORIZED_PRINCIPAL',
      ]);
      await world.owner.ok('PATCH', `bots/${bot.id}`, { bot_owner_id: bo.id });
    });

    it('a reactivated bot has no more permissions than its owner has by then', async () => {
      const chief = await world.admin('cato');
      const bot = await botOf(chief);
      await world.owner.ok('PATCH', `bots/${bot.id}`, { role: 200 });
      await chief.ok('DELETE', `bots/${bot.id}`);
      await world.setRole(chief, 'member');
      await world.owner.ok('POST', `users/${bot.id}/reactivate`);
      bot.key = (await world.owner.ok('GET', `bots/${bot.id}/api_key`)).api_key as string;
      expect((await bot.ok('GET', 'users/me')).role).toBe(400);
    });
  });

  describe('mistake 25: guessing passwords', () => {
    let strict: World;
    beforeAll(async () => {
      strict = await World.start({ PARLEY_RATE_LIMITS: 'on' });
    });
    afterAll(() => strict.stop());

    it('guesses by page, key and session count together, without an effect on other users', async () => {
      const [eve, kay] = [await strict.member('eve'), await strict.member('kay')];
      const own = new Browser(strict.url);
      await own.logIn(eve.email);
      const page = new Browser(strict.url);
      for (let attempt = 0; attempt < 2; attempt++)
        expect((await page.submit('/login/', { username: eve.email, password: 'x' })).status).toBe(401);
      for (let attempt = 0; attempt < 2; attempt++)
        expect((await strict.request('POST', 'fetch_api_key', { username: eve.email, password: 'x' })).status).toBe(
          401,
        );
      expect((await own.json('POST', 'fetch_api_key', { password: 'x' })).status).toBe(400);
      const refused = [
        await strict.request('POST', 'fetch_api_key', { username: eve.email, password: PASSWORD }),
        await own.json('POST', 'fetch_api_key', { password: PASSWORD }),
      ];
      for (const answer of refused) expect(refusal(answer)).toEqual([429, 'RATE_LIMIT_HIT']);
      const { status, headers, text } = await page.submit('/login/', { username: eve.email, password: PASSWORD });
      expect([status, page.session]).toEqual([429, undefined]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
      expect(text).toContain('<form');
      expect((await new Browser(strict.url).logIn(kay.email)).status).toBe(302);
      expect((await own.json('GET', 'users/me')).status).toBe(200);
    });

    it('an unknown account takes as much work as a wrong password', async () => {
      const verify = jest.spyOn(argon2, 'verify');
      for (const username of [ana.email, 'nobody@example.org', ana.email, 'nobody@example.org'])
        await world.request('POST', 'fetch_api_key', { username, password: 'wrong' });
      const costs = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, -2).join('$'));
      verify.mockRestore();
      expect(costs).toEqual(Array(4).fill('$argon2id$v=19$m=19456,t=2,p=1'));
    });
  });
});
