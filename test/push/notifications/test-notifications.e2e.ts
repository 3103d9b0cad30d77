import type { EventQueue } from '../../support/event-queue';
import type { Person } from '../../support/person';
import { refusing, ScriptedRelay } from '../../support/push/scripted-relay';
import { TestDevice } from '../../support/push/test-device';
import { until } from '../../support/until';
import { World } from '../../support/world';

const RELAY_KEY = Buffer.alloc(32, 9).toString('base64');
const NOTIFY = 'push/e2ee/notify';
const PATH = 'mobile_push/e2ee/test_notification';
const RELAY_IDS = { phone: 9_007_199_254_740_993n, tablet: 2n, other: 3n };

interface Request {
  device_id: number;
  payload: { encrypted_data: string };
}

describe('Encrypted test notifications', () => {
  let relay: ScriptedRelay;
  let world: World;
  let ana: Person;
  let ben: Person;
  let phone: TestDevice;
  let tablet: TestDevice;
  let organization: EventQueue;

  const fine = (body: object = {}) => ({ status: 200, body: { result: 'success', msg: '', ...body } });
  const registerAs = async (person: Person, device: TestDevice, deviceId: bigint) => {
    relay.script = () => fine({ device_id: deviceId });
    await person.ok('POST', 'mobile_push/register', device.registration(RELAY_KEY));
    const isActive = 'SELECT FROM push_device WHERE user_id = $1 AND device_id = $2';
    await until(async () => (await world.sql(isActive, [person.id, String(deviceId)])).length > 0);
  };
  const outcome = async (person: Person, parameters = {}) => {
    const { status, body } = await person.post(PATH, parameters);
    return [status, body.code];
  };
  const requests = () => relay.of(NOTIFY).at(-1)!.body.push_requests as Request[];

  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    phone = await TestDevice.on({ kind: 'fcm', token: 'phone' }, 9_007_199_254_740_995n);
    tablet = await TestDevice.on({ kind: 'apns', token: 'c0ffee', appId: 'org.example' }, 12n);
    await registerAs(ana, phone, RELAY_IDS.phone);
    await registerAs(ana, tablet, RELAY_IDS.tablet);
    await registerAs(ben, await TestDevice.on({ kind: 'fcm', token: 'other' }, 77n), RELAY_IDS.other);
    organization = await world.owner.register({ event_types: ['realm'], fetch_event_types: ['realm'] });
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });
  beforeEach(() => {
    relay.script = () => fine();
  });

  it('are sent to all devices of the user, encrypted for each', async () => {
    await ana.ok('POST', PATH);
    const { authorization, text } = relay.of(NOTIFY).at(-1)!;
    expect(authorization).toMatch(/^Basic /);
    expect(text).toContain('"device_id":9007199254740993,');
    expect(text).toContain('"push_account_id":9007199254740995,');
    const [first, second] = requests();
    expect(first).toEqual({
      device_id: expect.any(Number),
      fcm_priority: 'high',
      payload: { push_account_id: expect.any(Number), encrypted_data: expect.any(String) },
    });
    expect(second).toEqual({
      device_id: 2,
      http_headers: { apns_priority: 10, apns_push_type: 'alert' },
      payload: {
        push_account_id: 12,
        encrypted_data: expect.any(String),
        aps: { 'mutable-content': 1, alert: { title: expect.any(String) } },
      },
    });
    const content = {
      type: 'test',
      realm_url: world.url,
      realm_name: 'Parley',
      user_id: ana.id,
      time: expect.any(Number),
    };
    expect(phone.open(first.payload.encrypted_data)).toEqual(content);
    expect(tablet.open(second.payload.encrypted_data)).toEqual(content);
    expect(() => tablet.open(first.payload.encrypted_data)).toThrow();
  });

  it('are sent to one device only', async () => {
    await ana.ok('POST', PATH, { push_account_id: '12' });
    expect(requests().map(({ device_id }) => device_id)).toEqual([2]);
  });

  it('are refused for devices of other users, as for unknown ones', async () => {
    const before = relay.of(NOTIFY).length;
    const none = await ana.post(PATH, { push_account_id: '404' });
    const theirs = await ana.post(PATH, { push_account_id: '77' });
    expect([none.status, none.body]).toEqual([theirs.status, theirs.body]);
    expect([none.status, none.body.code]).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    expect(await outcome(world.owner)).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    expect(relay.of(NOTIFY)).toHaveLength(before);
  });

  it('are not sent to a device that is not registered with the relay', async () => {
    relay.script = () => ({ status: 503, body: {} });
    const cid = await world.member('cid');
    const device = await TestDevice.on({ kind: 'fcm', token: 'new' });
    await cid.ok('POST', 'mobile_push/register', device.registration(RELAY_KEY));
    expect(await outcome(cid)).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
  });

  it.each<[string, () => ReturnType<ScriptedRelay['script']>, number, string]>([
    ['wants another key of us', () => refusing(401, 'INVALID_ZULIP_SERVER'), 403, 'ADMIN_ACTION_REQUIRED'],
    ['does not know the organization', () => refusing(403, 'MISSING_REMOTE_REALM'), 403, 'ADMIN_ACTION_REQUIRED'],
    ['does not want to', () => refusing(403, 'PUSH_NOTIFICATIONS_DISALLOWED'), 403, 'ADMIN_ACTION_REQUIRED'],
    ['says what no relay says', () => ({ status: 418, body: {} }), 403, 'ADMIN_ACTION_REQUIRED'],
    ['cannot be reached', () => 'nothing', 502, 'FAILED_TO_CONNECT_BOUNCER'],
    ['is broken', () => ({ status: 500, body: {} }), 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
    [
      'gets none through',
      () => fine({ failed_device_ids: [12n, RELAY_IDS.phone, 2n] }),
      502,
      'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    ],
  ])('report that the relay %s', async (_, script, status, code) => {
    relay.script = script;
    expect(await outcome(ana)).toEqual([status, code]);
  });

  it.each([['"12"'], ['12.0'], ['x'], ['9223372036854775808']])(
    'require a number of 64 bits, not %s',
    async (number) => {
      const { status, body } = await ana.post(PATH, { push_account_id: number });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.msg).toContain('push_account_id');
    },
  );

  it('change the state of notifications in snapshot and events, with an end', async () => {
    const statusOf = async () => {
      const { state } = await world.owner.register({ fetch_event_types: ['realm'] });
      return [state.realm_push_notifications_enabled, state.realm_push_notifications_enabled_end_timestamp];
    };
    const updates = async () => (await organization.drain()).map(({ op, property, value }) => [op, property, value]);
    await ana.ok('POST', PATH);
    await organization.drain();
    expect(await statusOf()).toEqual([true, null]);

    const end = 1_900_000_000;
    relay.script = () => fine({ realm_push_status: { can_push: true, expected_end_timestamp: end } });
    await ana.ok('POST', PATH);
    expect(await updates()).toEqual([['update', 'push_notifications_enabled_end_timestamp', end]]);
    expect(await statusOf()).toEqual([true, end]);

    relay.script = () => refusing(403, 'PUSH_NOTIFICATIONS_DISALLOWED');
    await outcome(ana);
    expect(await updates()).toEqual([
      ['update', 'push_notifications_enabled', false],
      ['update', 'push_notifications_enabled_end_timestamp', null],
    ]);
    expect(await statusOf()).toEqual([false, null]);
    await outcome(ana);
    expect(await updates()).toEqual([]);

    relay.script = () => fine();
    await ana.ok('POST', PATH);
    expect(await updates()).toEqual([['update', 'push_notifications_enabled', true]]);
    const settings = await (await fetch(`${world.url}/api/v1/server_settings`)).json();
    expect(settings).toMatchObject({ push_notifications_enabled: true });
  });

  it('register the organization with a relay that does not know it', async () => {
    const [{ uuid }] = await world.sql<{ uuid: string }>('SELECT uuid::text FROM organization');
    relay.script = ({ path }) =>
      path === 'server/analytics'
        ? fine({ realms: { [uuid]: { can_push: true, expected_end_timestamp: null } } })
        : refusing(403, 'MISSING_REMOTE_REALM');
    await world.sql('UPDATE organization SET push_status = NULL');
    await outcome(ana);
    // An earlier test may have registered it; that is not repeated within a minute.
    const [{ body }] = await relay.had('server/analytics', 1);
    expect(JSON.parse(body.realms as string)).toEqual([
      expect.objectContaining({ uuid, url: world.url, name: 'Parley' }),
    ]);
  });

  it('remove devices that are gone', async () => {
    relay.script = () => fine({ delete_device_ids: [2n, RELAY_IDS.other + 100n] });
    await ana.ok('POST', PATH);
    relay.script = () => fine();
    await ana.ok('POST', PATH);
    expect(requests()).toHaveLength(1);
    relay.script = () => fine({ delete_device_ids: [RELAY_IDS.phone] });
    expect(await outcome(ana)).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    const { state } = await ana.register({ fetch_event_types: ['push_device'] });
    expect(state.push_devices).toEqual({});
  });
});
