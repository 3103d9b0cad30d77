import { Workers } from '@app/platform';
import { PushRegistrations } from '../../../libs/push/src/devices/push-registrations.service';
import type { EventQueue } from '../../support/event-queue';
import { Person as Account, Person } from '../../support/person';
import { refusing, ScriptedRelay } from '../../support/push/scripted-relay';
import { TestDevice } from '../../support/push/test-device';
import { until } from '../../support/until';
import { World } from '../../support/world';

const RELAY_KEY = Buffer.alloc(32, 9).toString('base64');
const REGISTER = 'push/e2ee/register';
const registered = (device_id: bigint | number) => ({ status: 200, body: { result: 'success', msg: '', device_id } });

describe('Devices for encrypted notifications', () => {
  let relay: ScriptedRelay;
  let world: World;
  let ana: Person;
  let queue: EventQueue;
  let nextId = 1_000n;

  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    ana = await world.member('ana');
    queue = await ana.register({ event_types: ['push_device'], fetch_event_types: ['push_device'] });
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });
  beforeEach(() => {
    relay.script = () => registered(nextId++);
  });

  const states = async (person = ana) =>
    (await person.register({ fetch_event_types: ['push_device'] })).state.push_devices as Record<string, object>;
  const deviceWith = (accountId: bigint) => TestDevice.on({ kind: 'fcm', token: 'a token' }, accountId);
  const register = (person: Person, device: TestDevice, changes = {}) =>
    person.ok('POST', 'mobile_push/register', { ...device.registration(RELAY_KEY), ...changes });
  const told = (device: TestDevice, status: string) =>
    queue.until((event) => event.push_account_id === String(device.accountId) && event.status === status);
  const hurry = async () => {
    await world.sql('UPDATE push_device SET due_at = now() WHERE due_at IS NOT NULL');
    world.service(Workers).nudge('push_registrations');
  };
  const activeOf = async (person: Person, accountId: bigint) => {
    const device = await deviceWith(accountId);
    await register(person, device);
    const isActive = async () =>
      (await rowsOf(person)).some(({ account, device_id }) => account === String(accountId) && device_id !== null);
    await until(isActive);
    return device;
  };
  const rowsOf = (person: Person) =>
    world.sql<{ account: string; device_id: string | null }>(
      'SELECT push_account_id::text AS account, device_id::text FROM push_device WHERE user_id = $1 ORDER BY id',
      [person.id],
    );

  describe('registering', () => {
    it('is answered at once, before the request to the relay', async () => {
      const device = await deviceWith(9_223_372_036_854_775_807n);
      relay.script = () => registered(-9_223_372_036_854_775_808n);
      await register(ana, device);
      const waiting = await told(device, 'pending');
      expect(waiting).toEqual({
        id: expect.any(Number),
        type: 'push_device',
        push_account_id: '9223372036854775807',
        status: 'pending',
      });
      expect(await told(device, 'active')).toEqual({ ...waiting, id: expect.any(Number), status: 'active' });
      expect(await states()).toEqual({ '9223372036854775807': { status: 'active', error_code: null } });
      expect(await rowsOf(ana)).toEqual([{ account: '9223372036854775807', device_id: '-9223372036854775808' }]);

      const { authorization, body } = relay.of(REGISTER).at(-1)!;
      const { PARLEY_PUSH_RELAY_ORG_ID: id, PARLEY_PUSH_RELAY_ORG_KEY: key } = relay.environment;
      expect(authorization).toBe(`Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`);
      const [{ uuid }] = await world.sql<{ uuid: string }>('SELECT uuid::text FROM organization');
      expect(body).toEqual({
        realm_uuid: uuid,
        push_account_id: '9223372036854775807',
        encrypted_push_registration: expect.any(String),
        bouncer_public_key: RELAY_KEY,
      });
    });

    it('deletes the data for the relay after the registration', async () => {
      const device = await deviceWith(2n);
      await register(ana, device);
      await told(device, 'active');
      const sent = relay.of(REGISTER).at(-1)!.body.encrypted_push_registration;
      const stored = await world.sql('SELECT to_jsonb(d) AS row FROM push_device d WHERE push_account_id = 2');
      expect(JSON.stringify(stored)).not.toContain(sent);
    });

    it('changes nothing for a device that is registered or in progress', async () => {
      const device = await activeOf(ana, 3n);
      const calls = relay.of(REGISTER).length;
      await queue.drain();
      await register(ana, device, { push_public_key: RELAY_KEY, token_kind: 'apns' });
      expect(await queue.drain()).toEqual([]);
      expect(relay.of(REGISTER)).toHaveLength(calls);
      const kinds = await world.sql('SELECT token_kind FROM push_device WHERE push_account_id = 3');
      expect(kinds).toEqual([{ token_kind: 'fcm' }]);
    });

    it.each([
      [400, 'INVALID_BOUNCER_PUBLIC_KEY', 'INVALID_BOUNCER_PUBLIC_KEY'],
      [400, 'REQUEST_EXPIRED', 'REQUEST_EXPIRED'],
      [400, 'BAD_REQUEST', 'BAD_REQUEST'],
    ])('fails permanently when the relay answers %i %s, and may be repeated', async (status, code, error_code) => {
      const device = await deviceWith(nextId + 100n);
      relay.script = () => refusing(status, code);
      await register(ana, device);
      expect(await told(device, 'failed')).toMatchObject({ error_code });
      expect((await states())[String(device.accountId)]).toEqual({ status: 'failed', error_code });
      relay.script = () => registered(nextId++);
      await register(ana, device);
      await told(device, 'active');
      expect((await states())[String(device.accountId)]).toEqual({ status: 'active', error_code: null });
    });

    it.each([
      ['is away', () => 'nothing' as const],
      ['is broken', () => ({ status: 503, body: {} })],
      ['does not take our key', () => refusing(401, 'INVALID_ZULIP_SERVER')],
      ['says what no relay says', () => ({ status: 418, body: {} })],
    ])('waits while the relay %s', async (what, script) => {
      const device = await deviceWith(BigInt(2_000 + what.length));
      relay.script = script;
      const before = relay.of(REGISTER).length;
      await register(ana, device);
      await relay.had(REGISTER, before + 1);
      expect((await states())[String(device.accountId)]).toEqual({ status: 'pending', error_code: null });
      relay.script = () => registered(nextId++);
      await until(async () => {
        await hurry();
        return relay.of(REGISTER).length > before + 1;
      });
      await told(device, 'active');
    });

    it('ends after a day', async () => {
      const device = await deviceWith(4_000n);
      relay.script = () => ({ status: 503, body: {} });
      const before = relay.of(REGISTER).length;
      await register(ana, device);
      await relay.had(REGISTER, before + 1);
      await world.sql(
        `UPDATE push_device SET registered_at = now() - interval '24 hours' WHERE push_account_id = 4000`,
      );
      await hurry();
      expect(await told(device, 'failed')).toMatchObject({ error_code: 'REQUEST_EXPIRED' });
    });

    it('keeps the latest fifty devices of an account', async () => {
      const cid = await world.member('cid');
      await world.sql(
        `INSERT INTO push_device (organization_id, user_id, push_account_id, token_kind, public_key, device_id, registered_at)
         SELECT $1, $2, n, 'fcm', $3, n, now() - make_interval(mins => 60 - n) FROM generate_series(1, 49) n`,
        [world.organizationId, cid.id, Buffer.alloc(32)],
      );
      await activeOf(cid, 50n);
      await activeOf(cid, 51n);
      const kept = (await rowsOf(cid)).map(({ account }) => Number(account));
      expect(kept).toEqual(Array.from({ length: 50 }, (_, at) => at + 2));
    });

    it('is done by one worker, until its lease expires', async () => {
      let answerFirst: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answerFirst = resolve));
      let asked = 0;
      relay.script = async ({ body }) => {
        if (body.push_account_id !== '6000') return registered(nextId++);
        if (++asked > 1) return registered(72n);
        await held;
        return registered(71n);
      };
      const device = await deviceWith(6_000n);
      await register(ana, device);
      await until(() => asked === 1);
      const another = () => world.service(PushRegistrations).work(new AbortController().signal);
      await another();
      expect(asked).toBe(1);
      await world.sql('UPDATE push_device SET due_at = now() WHERE push_account_id = 6000');
      await another();
      await told(device, 'active');
      // The late answer of the first is ignored: its worker takes the next device only afterwards.
      answerFirst();
      await activeOf(ana, 6_001n);
      expect(await rowsOf(ana)).toContainEqual({ account: '6000', device_id: '72' });
    });

    it('sends no event to other users', async () => {
      const [dora, theirs] = [await world.member('dora'), await world.owner.register({ event_types: ['push_device'] })];
      await activeOf(dora, 5_000n);
      expect(await theirs.drain()).toEqual([]);
      expect(await states(world.owner)).toEqual({});
    });
  });

  describe('are refused, and not registered,', () => {
    let eve: Person;
    beforeAll(async () => void (eve = await world.member('eve')));

    it.each(['token_kind', 'push_account_id', 'push_public_key', 'bouncer_public_key', 'encrypted_push_registration'])(
      'without %s',
      async (name) => {
        const whole: Record<string, unknown> = (await deviceWith(1n)).registration(RELAY_KEY);
        const { status, body } = await eve.post('mobile_push/register', { ...whole, [name]: undefined });
        expect([status, body.code, body.var_name]).toEqual([400, 'REQUEST_VARIABLE_MISSING', name]);
        expect(await rowsOf(eve)).toEqual([]);
      },
    );

    it.each<[string, string, unknown]>([
      ['another kind of token', 'token_kind', 'web_push'],
      ['a number that is text', 'push_account_id', '"1"'],
      ['a number with a point', 'push_account_id', '1.0'],
      ['a number of 65 bits', 'push_account_id', '9223372036854775808'],
      ['a key that is none', 'push_public_key', 'public key'],
      ['a key that is too short', 'push_public_key', RELAY_KEY.slice(4)],
      ['a key to which nothing can be sealed', 'push_public_key', Buffer.alloc(32).toString('base64')],
      ["a relay's key without padding", 'bouncer_public_key', RELAY_KEY.replace('=', '')],
      ["a relay's key that is too long", 'bouncer_public_key', Buffer.alloc(33).toString('base64')],
      ['a registration that is JSON', 'encrypted_push_registration', '{"token":"x"}'],
      ['a registration that is empty', 'encrypted_push_registration', ''],
      ['a registration that is too long', 'encrypted_push_registration', 'A'.repeat(16_388)],
    ])('with %s', async (_, name, value) => {
      const wrong = { ...(await deviceWith(1n)).registration(RELAY_KEY), [name]: value };
      const { status, body } = await eve.post('mobile_push/register', wrong);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.msg).toContain(name);
      expect(await rowsOf(eve)).toEqual([]);
    });

    it('for bots', async () => {
      const { user_id, api_key } = await eve.ok('POST', 'bots', { full_name: 'Bot', short_name: 'bot' });
      const { user } = (await eve.ok('GET', `users/${user_id as number}`)) as unknown as { user: { email: string } };
      const bot = new Account(world, user_id as number, user.email, 'Bot', api_key as string);
      const device = await deviceWith(1n);
      for (const answer of [
        await bot.post('mobile_push/register', device.registration(RELAY_KEY)),
        await bot.post('mobile_push/e2ee/test_notification'),
      ])
        expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    });
  });
});
