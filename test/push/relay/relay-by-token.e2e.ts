import { randomUUID } from 'node:crypto';
import type { Person } from '../../support/person';
import { readAndroidData } from '../../support/push/phone';
import { Customer, RelayWorld, request } from '../../support/push/relay-world';
import { until } from '../../support/until';
import { World } from '../../support/world';

const APNS_TOKEN = 'C0FFEE01';
const APP = 'org.example.chat';
const TEXT = 'zq-text-zq';

const payloads = (text = TEXT) => ({
  gcm_payload: { event: 'message', content: text, user_id: 7 },
  gcm_options: { priority: 'high' },
  apns_payload: {
    alert: { title: 'Kim', subtitle: 'Kim:', body: text, other: 1 },
    sound: 'default',
    badge: 0,
    'content-available': 1,
    custom: { zulip: { event: 'message', user_id: 7 }, more: 'x' },
  },
});

/** Requests of servers to the relay for devices without encryption. */
describe('devices by token at the relay', () => {
  let world: RelayWorld;
  let acme: Customer;
  let other: Customer;
  let user: string;
  beforeAll(async () => {
    world = await RelayWorld.start({ PARLEY_RELAY_RATE_LIMITS: 'off' });
    [acme, other] = [await world.customer('Acme'), await world.customer('Other')];
  });
  afterAll(() => world.stop());
  beforeEach(() => {
    user = randomUUID();
    for (const transport of [world.fcm, world.apns]) transport.reset();
  });

  const android = (token: string) => ({ token, token_kind: 2 });
  const apple = (token = APNS_TOKEN) => ({ token, token_kind: 1, ios_app_id: APP });
  const ask = (path: string, body: object, { credentials, realm } = acme) =>
    world.post(path, { realm_uuid: realm, user_uuid: user, ...body }, credentials);
  const register = async (device: object, customer = acme) => {
    expect((await ask('push/register', device, customer)).body).toMatchObject({ result: 'success' });
  };
  const notify = (body: object, { credentials, realm } = acme) =>
    world.post('push/notify', { realm_uuid: realm, user_uuid: user, ...payloads(), ...body }, credentials, 'json');
  const count = async () =>
    Number(
      (await world.rows<{ n: string }>('SELECT count(*) AS n FROM relay_device WHERE user_hash IS NOT NULL'))[0].n,
    );

  it('receive the fields that their apps know, and no unknown ones', async () => {
    await register(android('one'));
    await register(apple());
    const { body } = await notify({ android_devices: ['one'], apple_devices: [APNS_TOKEN], collapse_id: 'c1' });
    expect(body).toMatchObject({
      total_android_devices: 1n,
      total_apple_devices: 1n,
      deleted_devices: { android_devices: [], apple_devices: [] },
      failed_devices: { android_devices: [], apple_devices: [] },
    });
    expect(world.fcm.handed).toMatchObject([{ token: 'one', appId: null, priority: 'high', pushType: 'alert' }]);
    expect(world.fcm.handed[0].payload).toEqual({ event: 'message', content: TEXT, user_id: '7' });
    expect(world.apns.handed).toMatchObject([
      { token: APNS_TOKEN.toLowerCase(), appId: APP, priority: 'high', pushType: 'alert' },
    ]);
    expect(world.apns.handed[0].payload).toEqual({
      aps: { alert: { title: 'Kim', subtitle: 'Kim:', body: TEXT }, sound: 'default', badge: 0n },
      zulip: { event: 'message', user_id: 7n },
    });
  });

  it('receive silent notifications without a sound', async () => {
    await register(android('quiet'));
    await register(apple());
    await notify({
      android_devices: ['quiet'],
      apple_devices: [APNS_TOKEN],
      gcm_options: { priority: 'normal' },
      apns_payload: { badge: 0, custom: { zulip: { event: 'remove' } } },
    });
    for (const transport of [world.fcm, world.apns])
      expect(transport.handed).toMatchObject([{ priority: 'normal', pushType: 'background' }]);
    expect(world.apns.handed[0].payload).toMatchObject({ aps: { 'content-available': 1 } });
  });

  it('receive nothing twice under one collapse id; failures are retried', async () => {
    await register(android('good'));
    await register(android('bad'));
    world.fcm.script = ({ token }) => (token === 'bad' ? 'failed' : 'sent');
    const call = { android_devices: ['good', 'bad'], collapse_id: 'c2' };
    expect((await notify(call)).body).toMatchObject({
      total_android_devices: 1n,
      failed_devices: { android_devices: ['bad'] },
    });
    world.fcm.script = () => 'sent';
    expect((await notify(call)).body).toMatchObject({ total_android_devices: 2n });
    expect(world.fcm.handed.map(({ token }) => token)).toEqual(['good', 'bad', 'bad']);
  });

  it('are removed when they are gone, and reported if they never existed', async () => {
    await register(android('leaving'));
    world.fcm.script = () => 'gone';
    const gone = (tokens: string[]) => ({ deleted_devices: { android_devices: tokens, apple_devices: [] } });
    const call = { android_devices: ['leaving', 'unknown'] };
    expect((await notify(call)).body).toMatchObject(gone(['leaving', 'unknown']));
    expect((await notify(call)).body).toMatchObject(gone(['leaving', 'unknown']));
    expect(world.fcm.handed).toHaveLength(1);
  });

  it('belong to the user, the realm and the kind of their registration', async () => {
    await register(android('mine'));
    const call = { android_devices: ['mine'] };
    const nobody = { total_android_devices: 0n, deleted_devices: { android_devices: ['mine'] } };
    expect((await notify({ ...call, user_uuid: randomUUID() })).body).toMatchObject(nobody);
    expect((await notify({ apple_devices: ['mine'] })).body).toMatchObject({ total_apple_devices: 0n });
    await register(android('theirs'), other);
    expect((await notify(call, other)).body).toMatchObject(nobody);
    expect((await ask('push/unregister', android('mine'), other)).status).toBe(400);
    const foreign = await notify(call, { ...other, realm: acme.realm });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'REMOTE_REALM_SERVER_MISMATCH_ERROR']);
    expect(world.fcm.handed).toEqual([]);
    const [{ id }] = await world.rows<{ id: string }>('SELECT max(id)::text AS id FROM relay_device');
    const sealed = await world.notify(other, [request(BigInt(id))]);
    expect(sealed.body).toMatchObject({ android_successfully_sent_count: 0n, delete_device_ids: [BigInt(id)] });
  });

  it('are one after repeated registrations, and none after removal', async () => {
    const before = await count();
    for (const _ of [1, 2]) await register(android('again'));
    expect(await count()).toBe(before + 1);
    expect((await ask('push/unregister', android('again'))).status).toBe(200);
    const { status, body } = await ask('push/unregister', android('again'));
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await count()).toBe(before);
  });

  it.each<[string, object]>([
    ['without a token', { token: undefined }],
    ['with an empty token', { token: '' }],
    ['with an endless token', { token: 'a'.repeat(4_097) }],
    ['with a token of two lines', { token: 'a\nb' }],
    ['of no kind', { token_kind: undefined }],
    ['of an unknown kind', { token_kind: 3 }],
    ['of Apple without hexadecimal', { ...apple('xyz') }],
    ['of Apple without an app', { token: 'abcd', token_kind: 1 }],
    ['of an app that is none', { token: 'abcd', token_kind: 1, ios_app_id: 'a b' }],
    ['of a realm that is none', { realm_uuid: 'x' }],
    ['of a user with a name as id', { user_uuid: 'ana@example.org' }],
  ])('are not registered %s', async (_, changes) => {
    const before = await count();
    const fields = { ...android('sound'), realm_uuid: acme.realm, user_uuid: user, ...changes };
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const { status, body } = await world.post('push/register', given, acme.credentials);
    expect([status, body.result]).toEqual([400, 'error']);
    expect(await count()).toBe(before);
  });

  it.each<[string, object | string]>([
    ['that is not JSON', '{'],
    ['of too many devices', { android_devices: Array.from({ length: 201 }, (_, at) => `t${at}`) }],
    ['for what is no list', { android_devices: 'one' }],
    ['for no tokens', { android_devices: [5] }],
    ['that is too long', { gcm_payload: { content: 'x'.repeat(4_097) } }],
    ['that is too long for Apple', { apns_payload: { alert: { body: 'x'.repeat(4_097) } } }],
    ['with an object in it', { gcm_payload: { content: {} } }],
    ['of unknown urgency', { gcm_options: { priority: 'utmost' } }],
    ['with an endless collapse id', { collapse_id: 'c'.repeat(65) }],
    ['to a user with a name as id', { user_uuid: 'ana' }],
  ])('accept no notification %s', async (_, changes) => {
    await register(android('still'));
    const text = typeof changes === 'string' ? changes : null;
    const { status, body } = text
      ? await world.post('push/notify', text, acme.credentials, 'json')
      : await notify({ android_devices: ['still'], ...(changes as object) });
    expect([status, body.result]).toEqual([400, 'error']);
    expect(world.fcm.handed).toEqual([]);
  });

  it('reject a notification that is nested too deeply', async () => {
    const apns = `{"custom":{"zulip":{"a":${'['.repeat(3_500)}${']'.repeat(3_500)}}}}`;
    const text = `{"realm_uuid":"${acme.realm}","user_uuid":"${user}","apns_payload":${apns}}`;
    const { status, body } = await world.post('push/notify', text, acme.credentials, 'json');
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('require the credentials of a server', async () => {
    for (const path of ['push/register', 'push/unregister', 'push/notify']) {
      const { status, body } = await world.post(path, {}, { ...acme.credentials, key: 'wrong' });
      expect([status, body.code]).toEqual([401, 'INVALID_ZULIP_SERVER']);
    }
    const fresh = await world.customer();
    const { status, body } = await notify({ android_devices: ['x'] }, fresh);
    expect([status, body.code]).toEqual([403, 'MISSING_REMOTE_REALM']);
  });

  it('answer 5xx without an open transport, so that servers retry', async () => {
    await register(android('waiting'));
    world.fcm.script = () => 'failed';
    world.fcm.closed = 'No credentials.';
    expect((await notify({ android_devices: ['waiting'] })).status).toBe(502);
  });

  describe('of a server', () => {
    let server: World;
    let ana: Person;
    let ben: Person;
    beforeAll(async () => {
      const { id, key } = acme.credentials;
      server = await World.start({
        PARLEY_PUSH_RELAY_URL: world.relay.url,
        PARLEY_PUSH_RELAY_ORG_ID: id,
        PARLEY_PUSH_RELAY_ORG_KEY: key,
      });
      [ana, ben] = [await server.member('ana'), await server.member('ben')];
    });
    afterAll(() => server.stop());

    it('receive messages once each, and the relay stores nothing of them', async () => {
      await ana.ok('POST', 'users/me/android_gcm_reg_id', { token: 'phone-of-ana' });
      await ana.ok('POST', 'users/me/apns_device_token', { token: 'abcdef', appid: APP });
      await until(async () => (await server.sql('SELECT FROM push_reachable')).length === 2);
      const id = await ben.sendTo([ana], TEXT);
      await until(() => world.fcm.handed.length > 0 && world.apns.handed.length > 0);
      expect(readAndroidData({ ...world.fcm.handed[0].payload })).toMatchObject({ messageId: id, text: TEXT });
      expect(world.apns.handed[0].payload).toMatchObject({ aps: { alert: { body: TEXT } } });
      await until(async () => (await server.sql('SELECT FROM push_delivery')).length === 0);
      expect([world.fcm.handed.length, world.apns.handed.length]).toEqual([1, 1]);
      const tables = await world.rows<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
      );
      const rows = await Promise.all(
        tables.map(({ name }) => world.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
      );
      expect(JSON.stringify(rows)).not.toMatch(/zq-text-zq|@example\.org|phone-of-ana|abcdef/);
    });

    it('receive a test notification, and are removed', async () => {
      await ana.ok('POST', 'mobile_push/test_notification', { token: 'phone-of-ana' });
      expect(world.fcm.handed).toMatchObject([{ token: 'phone-of-ana', payload: { event: 'test' } }]);
      expect(world.apns.handed).toEqual([]);
      const before = await count();
      await ana.ok('POST', 'users/me/api_key/regenerate');
      await until(async () => (await count()) === before - 2);
    });
  });
});
