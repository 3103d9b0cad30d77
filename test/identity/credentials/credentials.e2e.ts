import { ApiKeys, Passwords } from '@app/identity';
import { Config } from '@app/platform';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../../apps/server/src/boot';
import { newDatabase } from '../../support/databases';
import { ApiResponse, Person } from '../../support/person';
import { freePort } from '../../support/ports';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

describe('credentials', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const knock = (authorization: string) => world.request('GET', 'users/me', {}, authorization);
  const login = (parameters: Record<string, unknown>) => world.request('POST', 'fetch_api_key', parameters);
  const summary = ({ status, body, headers }: ApiResponse) => [status, body.code, headers.get('www-authenticate')];

  it.each([
    [
      'its password changes',
      (who: Person) => who.patch('settings', { old_password: PASSWORD, new_password: 'another one' }),
    ],
    ['the account ends', (who: Person) => world.owner.delete(`users/${who.id}`)],
  ])('rejects a login that is in progress while %s', async (what, change) => {
    const late = await world.member(what.replaceAll(' ', '-'));
    const passwords = world.service(Passwords);
    const matches = passwords.matches.bind(passwords);
    const held = jest.spyOn(passwords, 'matches').mockImplementationOnce(async (password, hash) => {
      const isRight = await matches(password, hash);
      expect((await change(late)).status).toBe(200);
      return isRight;
    });
    const { status, body } = await login({ username: late.email, password: PASSWORD });
    held.mockRestore();
    expect([status, body.api_key]).toEqual([401, undefined]);
  });

  describe('authentication', () => {
    it.each([
      ['the real address', () => ana.email],
      ['the real address in another case', () => ana.email.toUpperCase()],
      ['the public address', () => `user${ana.id}@parley.invalid`],
      ['that address in another case', () => `User${ana.id}@PARLEY.invalid`],
    ])('accepts a key with %s', async (_, email) => {
      expect((await knock(basic(email(), ana.key))).status).toBe(200);
    });

    it.each([
      ['an unknown key', () => basic(ana.email, 'a'.repeat(32))],
      ["another user's address", () => basic(world.owner.email, ana.key)],
      ['an unknown address', () => basic('nobody@example.org', ana.key)],
      ['no address', () => basic('', ana.key)],
      ['no key', () => basic(ana.email, '')],
      ['a key that is too short', () => basic(ana.email, ana.key.slice(1))],
      ['a key that is too long', () => basic(ana.email, `${ana.key}a`)],
      ['NUL in the key', () => basic(ana.email, `${ana.key.slice(1)}\0`)],
      ['NUL in the address', () => basic(`${ana.email}\0`, ana.key)],
      ['what SQL might make of it', () => basic(ana.email, `' OR 1=1 --${' '.repeat(21)}`)],
      ['the hash of the key', () => basic(ana.email, '\\x'.padEnd(32, '0'))],
      ['another scheme', () => `Bearer ${ana.key}`],
      ['half of a header', () => 'Basic'],
    ])('rejects %s', async (_, authorization) => {
      expect(summary(await knock(authorization()))).toEqual([401, 'UNAUTHORIZED', 'Basic realm="zulip"']);
    });

    it('rejects keys of a deactivated account from the next request on', async () => {
      const dan = await world.member('dan');
      expect((await dan.get('users/me')).status).toBe(200);
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [dan.id]);
      expect(summary(await dan.get('users/me'))).toEqual([401, 'USER_DEACTIVATED', null]);
    });

    it('stores keys so that they cannot be read from the database', async () => {
      const rows = await world.sql<{ hash: Buffer; sealed: Buffer | null; row: string }>(
        'SELECT hash, sealed, api_key::text AS row FROM api_key WHERE user_id = $1',
        [ana.id],
      );
      expect(rows).toHaveLength(1);
      expect(rows[0].hash).toHaveLength(32);
      expect(rows[0].sealed).toBeNull();
      expect(rows[0].row).not.toContain(ana.key);
      const [account] = await world.sql<{ password_hash: string }>(
        'SELECT password_hash FROM user_account WHERE id = $1',
        [ana.id],
      );
      expect(account.password_hash).toMatch(/^\$argon2id\$/);
    });
  });

  describe('the login with a password', () => {
    it('returns a key of 32 letters and digits, with address and id', async () => {
      const { status, body } = await login({ username: ' ANA@example.org ', password: PASSWORD });
      expect([status, body]).toEqual([
        200,
        {
          result: 'success',
          msg: '',
          api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
          email: ana.email,
          user_id: ana.id,
        },
      ]);
      expect((await knock(basic(ana.email, body.api_key as string))).status).toBe(200);
    });

    it('returns a new key each time and leaves earlier keys valid', async () => {
      const [first, second] = await Promise.all([1, 2].map(() => login({ username: ana.email, password: PASSWORD })));
      expect(first.body.api_key).not.toBe(second.body.api_key);
      for (const { body } of [first, second])
        expect((await knock(basic(ana.email, body.api_key as string))).status).toBe(200);
    });

    it('keeps at most ten keys for each client, ends the oldest, and never ends keys of the operator', async () => {
      const una = await world.member('una');
      const user = { id: una.id, organizationId: world.organizationId, isBot: false } as never;
      const fromOperator = await world.service(ApiKeys).issue(user, 'command line');
      const keys: string[] = [];
      for (let i = 0; i < 11; i++)
        keys.push((await login({ username: una.email, password: PASSWORD })).body.api_key as string);
      expect((await una.get('users/me')).body.code).toBe('UNAUTHORIZED');
      expect((await knock(basic(una.email, keys[0]))).body.code).toBe('UNAUTHORIZED');
      for (const key of [...keys.slice(1), fromOperator]) expect((await knock(basic(una.email, key))).status).toBe(200);
    });

    it('answers alike for a wrong password and an unknown account, after the same work', async () => {
      const verifications = jest.spyOn(world.service(Passwords), 'matches');
      const wrong = await login({ username: ana.email, password: 'a wrong secret' });
      const unknown = await login({ username: 'nobody@example.org', password: 'a wrong secret' });
      const bot = await login({ username: 'notification-bot@parley.invalid', password: 'a wrong secret' });
      expect(verifications).toHaveBeenCalledTimes(3);
      verifications.mockRestore();
      expect([wrong.status, wrong.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
      for (const other of [unknown, bot]) expect([other.status, other.body]).toEqual([wrong.status, wrong.body]);
    });

    it('tells only the right password that the account is deactivated', async () => {
      const dora = await world.member('dora');
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [dora.id]);
      const right = await login({ username: dora.email, password: PASSWORD });
      const wrong = await login({ username: dora.email, password: 'a wrong secret' });
      expect([right.status, right.body.code]).toEqual([401, 'USER_DEACTIVATED']);
      expect([wrong.status, wrong.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
    });

    it('rejects the address that stands in for a hidden one', async () => {
      const { body } = await login({ username: `user${ana.id}@parley.invalid`, password: PASSWORD });
      expect(body.code).toBe('AUTHENTICATION_FAILED');
    });

    it.each<[string, Record<string, unknown>, string]>([
      ['no name', { password: PASSWORD }, 'REQUEST_VARIABLE_MISSING'],
      ['no password', { username: 'ana@example.org' }, 'REQUEST_VARIABLE_MISSING'],
      ['a name that is no address', { username: 'ana', password: PASSWORD }, 'BAD_REQUEST'],
      ['NUL in the name', { username: 'ana\0@example.org', password: PASSWORD }, 'BAD_REQUEST'],
      ['NUL in the password', { username: 'ana@example.org', password: 'a\0b' }, 'BAD_REQUEST'],
      ['a password of 5,000 characters', { username: 'ana@example.org', password: 'x'.repeat(5_000) }, 'BAD_REQUEST'],
    ])('rejects %s', async (_, parameters, code) => {
      const { status, body } = await login(parameters);
      expect([status, body.code]).toEqual([400, code]);
    });
  });

  describe('regenerating the API key', () => {
    it('ends the polls and queues of the old key', async () => {
      const rex = await world.member('rex');
      const queue = await rex.register({ event_types: ['realm_user'] });
      const waiting = rex.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId });
      const user = { id: rex.id, organizationId: world.organizationId, isBot: false } as never;
      const key = await world.service(ApiKeys).reset(user, 'command line');
      await world.settled();
      await waiting;
      const poll = { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true };
      expect(summary(await rex.get('users/me'))).toEqual([401, 'UNAUTHORIZED', 'Basic realm="zulip"']);
      expect((await rex.get('events', poll)).status).toBe(401);
      const again = await world.request('GET', 'events', poll, basic(rex.email, key));
      expect([again.status, again.body.code]).toEqual([400, 'BAD_EVENT_QUEUE_ID']);
    });
  });

  describe('the developer login', () => {
    it('returns a key to callers on this machine', async () => {
      const { status, body } = await world.request('POST', 'dev_fetch_api_key', { username: ana.email });
      expect([status, body.email, body.user_id]).toEqual([200, ana.email, ana.id]);
    });

    it('refuses proxies, unknown accounts and deactivated accounts with the same answer', async () => {
      const dev = (username: string, headers: Record<string, string> = {}) =>
        fetch(`${world.url}/api/v1/dev_fetch_api_key`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ username }),
        });
      const gone = await world.member('gone');
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [gone.id]);
      const refusals = await Promise.all([
        dev(ana.email, { 'x-forwarded-for': '127.0.0.1' }),
        dev(ana.email, { forwarded: 'for=127.0.0.1' }),
        dev('nobody@example.org'),
        dev('notification-bot@parley.invalid'),
        dev('no address'),
        dev(gone.email),
      ]);
      const answers = await Promise.all(refusals.map(async (one) => [one.status, await one.json()] as const));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toEqual([400, expect.objectContaining({ result: 'error', code: 'BAD_REQUEST' })]);
    });
  });
});

describe('a server without a developer login', () => {
  it('returns no key without a password, for known and unknown accounts alike', async () => {
    const url = await newDatabase();
    const port = await freePort();
    const directory = mkdtempSync(join(tmpdir(), 'parley-no-dev-'));
    const environment = { PORT: String(port), PARLEY_DATA_DIR: directory, PARLEY_LOG_LEVEL: 'error' };
    const server = await startServer(Config.fromEnvironment(environment), url);
    const ask = async (username: string) => {
      const response = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, {
        method: 'POST',
        body: new URLSearchParams({ username }),
      });
      return { status: response.status, body: await response.json() };
    };
    const known = await ask(server.firstStart.ownerEmail);
    expect(known).toEqual({ status: 400, body: expect.objectContaining({ code: 'BAD_REQUEST' }) });
    expect(await ask('nobody@example.org')).toEqual(known);
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });
});

describe('the rate limit of logins', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ PARLEY_RATE_LIMITS: 'on' });
  });
  afterAll(() => world.stop());

  it('limits guesses at one account, says for how long, and leaves other accounts open', async () => {
    const ana = await world.member('ana');
    const guess = () => world.request('POST', 'fetch_api_key', { username: ana.email, password: 'a wrong secret' });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
    const { status, body, headers } = await guess();
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT_HIT']);
    expect(body['retry-after']).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const right = await world.request('POST', 'fetch_api_key', { username: ana.email, password: PASSWORD });
    expect(right.status).toBe(429);
    const other = await world.request('POST', 'fetch_api_key', { username: world.owner.email, password: PASSWORD });
    expect(other.status).toBe(200);
  });
});
