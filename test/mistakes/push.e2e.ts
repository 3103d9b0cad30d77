import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectFreshSnapshot } from '../support/fold';
import type { ApiResponse } from '../support/person';
import { Person } from '../support/person';
import { fine, obliging, ScriptedRelay } from '../support/push/scripted-relay';
import { until } from '../support/until';
import { World } from '../support/world';

const ANDROID = 'users/me/android_gcm_reg_id';
const TOKEN_TEST = 'mobile_push/test_notification';
const TEST = 'mobile_push/e2ee/test_notification';
const REGISTER = 'mobile_push/register';
const PASSWORD = 'a long enough secret';
const KEY = Buffer.alloc(32, 9).toString('base64');

const refusal = ({ status, body }: ApiResponse) => [status, body.code];

/** Mistakes about phones. */
describe('mistakes about push notifications', () => {
  let world: World;
  let relay: ScriptedRelay;
  let ana: Person;
  let bea: Person;
  let account = 1_000;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    [ana, bea] = [await world.member('ana'), await world.member('bea')];
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });
  beforeEach(() => {
    relay.script = obliging;
  });

  const wish = (push_account_id: number, more: object = {}) => ({
    token_kind: 'fcm',
    push_account_id,
    push_public_key: KEY,
    bouncer_public_key: KEY,
    encrypted_push_registration: 'c2VhbGVk',
    ...more,
  });
  const devicesOf = async ({ id }: Person): Promise<[sealed: number, byToken: number]> => {
    const [{ sealed, tokens }] = await world.sql<{ sealed: string; tokens: string }>(
      `SELECT (SELECT count(*) FROM push_device WHERE user_id = $1 AND device_id IS NOT NULL) AS sealed,
         (SELECT count(*) FROM device_token WHERE user_id = $1 AND is_wanted AND is_registered) AS tokens`,
      [id],
    );
    return [Number(sealed), Number(tokens)];
  };
  /** One device for each transport, registered with the relay. */
  async function equip(person: Person): Promise<{ token: string; account: number }> {
    const [sealed, tokens] = await devicesOf(person);
    const own = { token: `token-${account}`, account: account++ };
    await person.ok('POST', ANDROID, { token: own.token });
    await person.ok('POST', REGISTER, wish(own.account));
    await until(async () => (await devicesOf(person)).join() === [sealed + 1, tokens + 1].join());
    return own;
  }
  /** The same user on another phone. */
  async function elsewhere(person: Person): Promise<Person> {
    const { body } = await world.request('POST', 'dev_fetch_api_key', { username: person.email });
    return new Person(world, person.id, person.email, person.fullName, body.api_key as string);
  }

  it('1 and 2: devices of other users get the answer for unknown ones, for owners too', async () => {
    const { token, account: theirs } = await equip(ana);
    for (const person of [bea, world.owner]) {
      const requests = [
        (own: string) => person.delete(ANDROID, { token: own }),
        (own: string) => person.post(TOKEN_TEST, { token: own }),
      ];
      for (const request of requests) {
        const [absent, foreign] = [await request('nobody has it'), await request(token)];
        expect([absent.status, foreign.body]).toEqual([400, absent.body]);
      }
      const [absent, foreign] = await Promise.all(
        [987_654, theirs].map((push_account_id) => person.post(TEST, { push_account_id })),
      );
      expect(refusal(foreign)).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
      expect(foreign.body).toEqual(absent.body);
    }
    expect(await devicesOf(ana)).toEqual([1, 1]);
    await ana.ok('POST', TEST, { push_account_id: theirs });
    await ana.ok('POST', TOKEN_TEST, { token });
  });

  it("1: a user with the id of another user's device gets a new one, and removes none", async () => {
    const { account: theirs, token } = await equip(ana);
    const before = await devicesOf(ana);
    await bea.ok('POST', REGISTER, wish(theirs, { token_kind: 'apns' }));
    await bea.ok('POST', ANDROID, { token });
    await until(async () => (await devicesOf(bea)).join() === '1,1');
    expect(await devicesOf(ana)).toEqual(before);
    await bea.ok('DELETE', ANDROID, { token });
    await ana.ok('POST', TOKEN_TEST, { token });
  });

  it('1: the relay removes only devices of the request', async () => {
    const [kim, lou] = [await world.member('kim'), await world.member('lou')];
    await equip(kim);
    await equip(lou);
    const [{ id }] = await world.sql<{ id: string }>('SELECT device_id AS id FROM push_device WHERE user_id = $1', [
      kim.id,
    ]);
    relay.script = () => fine({ delete_device_ids: [Number(id)], failed_device_ids: [Number(id)] });
    for (const path of [TEST, TOKEN_TEST]) expect((await lou.post(path)).status).toBe(200);
    expect(await devicesOf(kim)).toEqual([1, 1]);
    expect(refusal(await kim.post(TEST))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    expect(await devicesOf(kim)).toEqual([0, 1]);
  });

  it('3: events of a device go to its user only', async () => {
    const [own, ...others] = await Promise.all([ana, bea, world.owner].map((person) => person.register()));
    const { account: fresh } = await equip(ana);
    await own.until(({ type, status }) => type === 'push_device' && status === 'active');
    expect(own.seen.every(({ push_account_id }) => push_account_id === String(fresh))).toBe(true);
    for (const queue of others) expect(await queue.drain()).toEqual([]);
    await expectFreshSnapshot(own);
    const { push_devices } = await bea.ok('POST', 'register', { fetch_event_types: ['push_device'] });
    expect(Object.keys(push_devices as object)).not.toContain(String(fresh));
  });

  describe('17: a device is removed', () => {
    const WAYS: [string, (person: Person) => Promise<unknown>][] = [
      [
        'with the password',
        (one) => one.ok('PATCH', 'settings', { old_password: PASSWORD, new_password: 'another long one' }),
      ],
      ['with the key', (one) => one.ok('POST', 'users/me/api_key/regenerate')],
      ['with all sessions', (one) => one.ok('DELETE', 'sessions')],
      ['with the account', ({ id }) => world.owner.ok('DELETE', `users/${id}`)],
    ];
    it.each(WAYS)('%s', async (way, end) => {
      const person = await world.member(`Gone ${way}`);
      const { token } = await equip(person);
      await end(person);
      expect(await devicesOf(person)).toEqual([0, 0]);
      await until(() => relay.of('push/unregister').some(({ body }) => body.token === token));
    });

    it('with the key that registered it, and no other is', async () => {
      const cat = await world.member('cat');
      await equip(cat);
      const phone = await elsewhere(cat);
      await equip(phone);
      expect(await devicesOf(cat)).toEqual([2, 2]);
      const [newest] = (await cat.ok('GET', 'users/me/api_keys')).api_keys as { id: number }[];
      await cat.ok('DELETE', `users/me/api_keys/${newest.id}`);
      expect((await phone.post(TOKEN_TEST)).status).toBe(401);
      expect(await devicesOf(cat)).toEqual([1, 1]);
    });
  });

  it('17: a reactivated user has no device before a new registration', async () => {
    const dan = await world.member('dan');
    await equip(dan);
    await world.owner.ok('DELETE', `users/${dan.id}`);
    await world.owner.ok('POST', `users/${dan.id}/reactivate`);
    await dan.logInAgain();
    const again = await elsewhere(dan);
    expect(refusal(await again.post(TEST))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    expect(refusal(await again.post(TOKEN_TEST))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
  });

  it.each<[string, object]>([
    ['a kind of token that there is not', { token_kind: 'web' }],
    ['a number in the place of a kind', { token_kind: 1 }],
    ['a number beyond 64 bits', { push_account_id: '9223372036854775808' }],
    ['a fraction', { push_account_id: '1.5' }],
    ['a number as a text', { push_account_id: '"5"' }],
    ['a list of numbers', { push_account_id: [5] }],
    ['a key that is too short', { push_public_key: Buffer.alloc(31, 9).toString('base64') }],
    ['a key that is too long', { push_public_key: Buffer.alloc(33, 9).toString('base64') }],
    ['a key in the other base64', { push_public_key: Buffer.alloc(32, 255).toString('base64url') }],
    ['a key that is the same for all users', { push_public_key: Buffer.alloc(32).toString('base64') }],
    ['a key with a space in it', { push_public_key: ` ${KEY}` }],
    ['a key of the relay that is none', { bouncer_public_key: 'AAAA' }],
    ['a registration that is not base64', { encrypted_push_registration: 'no!' }],
    ['an empty registration', { encrypted_push_registration: '' }],
    ['a registration without an end', { encrypted_push_registration: 'AAAA'.repeat(20_000) }],
    ['half a character', { encrypted_push_registration: '\ud800' }],
  ])('18 to 20: %s registers nothing', async (_, more) => {
    const before = [await devicesOf(bea), relay.of('push/e2ee/register').length];
    const { status, body } = await bea.post(REGISTER, wish(account++, more));
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect([await devicesOf(bea), relay.of('push/e2ee/register').length]).toEqual(before);
  });

  it('20: numbers of 64 bits are returned unchanged', async () => {
    const eve = await world.member('eve');
    const queue = await eve.register();
    for (const number of ['9223372036854775807', '-9223372036854775808', '9007199254740993']) {
      await eve.ok('POST', REGISTER, { ...wish(1), push_account_id: number });
      await queue.until((event) => event.push_account_id === number && event.status === 'active');
      expect(relay.of('push/e2ee/register').at(-1)?.body.push_account_id).toBe(number);
    }
  });

  it('25: a repeated or concurrent registration is one', async () => {
    const fay = await world.member('fay');
    const number = account++;
    await Promise.all(Array.from({ length: 6 }, () => fay.ok('POST', REGISTER, wish(number))));
    await Promise.all(Array.from({ length: 6 }, () => fay.ok('POST', ANDROID, { token: 'again' })));
    await until(async () => (await devicesOf(fay)).join() === '1,1');
    const asked = relay.calls.filter(({ body }) => body.token === 'again' || body.push_account_id === String(number));
    expect(asked).toHaveLength(2);
  });

  describe('23: the relay', () => {
    it('cannot redirect the server, which would send its key', async () => {
      const visits: string[] = [];
      const other = createServer((request, response) => {
        visits.push(request.url!);
        response.end('{}');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
      const gus = await world.member('gus');
      await equip(gus);
      for (const status of [301, 302, 307, 308]) {
        relay.script = () => ({ status, body: {}, headers: { location } });
        expect(refusal(await gus.post(TEST))[0]).not.toBe(200);
        expect(refusal(await gus.post(TOKEN_TEST))[0]).not.toBe(200);
      }
      expect(visits).toEqual([]);
      await new Promise((resolve) => other.close(resolve));
    });

    it('cannot fill memory, or cause a failure, by its answers', async () => {
      const hal = await world.member('hal');
      await equip(hal);
      relay.script = () => fine({ more: 'x'.repeat(5 * 1024 * 1024) });
      expect(refusal(await hal.post(TEST))[0]).toBe(502);
      const odd = [null, 5, 'text', [], { android_devices: 5 }, { android_devices: [{}], apple_devices: null }];
      for (const value of odd) {
        relay.script = () =>
          fine({ deleted_devices: value, failed_devices: value, delete_device_ids: value, realm_push_status: value });
        expect((await hal.post(TOKEN_TEST)).status).toBe(200);
        expect((await hal.post(TEST)).status).toBe(200);
      }
      relay.script = () => fine({ delete_device_ids: ['1', 1.5, '18446744073709551616', -1] });
      expect((await hal.post(TEST)).status).toBe(200);
      expect(await devicesOf(hal)).toEqual([1, 1]);
    });
  });
});
