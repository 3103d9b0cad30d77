import { randomUUID } from 'node:crypto';
import { Housekeeping } from '../../../apps/push-relay/src/notifications/housekeeping.worker';
import type { Outcome } from '../../../apps/push-relay/src/notifications/notification';
import { Customer, RelayWorld, request } from '../../support/push/relay-world';
import { until } from '../../support/until';

const NOTHING = {
  android_successfully_sent_count: 0n,
  apple_successfully_sent_count: 0n,
  delete_device_ids: [],
  failed_device_ids: [],
};

describe('notifications through the relay', () => {
  let world: RelayWorld;
  let acme: Customer;
  let other: Customer;
  let android: bigint;
  let iphone: bigint;
  let browser: bigint;
  let account: bigint;

  beforeAll(async () => {
    world = await RelayWorld.start({ PARLEY_RELAY_RATE_LIMITS: 'off' });
    [acme, other] = [await world.customer('Acme'), await world.customer('Other')];
    const phone = await world.android();
    account = phone.accountId;
    android = await world.register(acme, phone);
    [iphone, browser] = [
      await world.register(acme, await world.iphone()),
      await world.register(acme, await world.browser()),
    ];
    await world.register(other, await world.android());
  });
  afterAll(() => world.stop());
  beforeEach(() => [world.fcm, world.apns, world.webPush].forEach((transport) => transport.reset()));

  const handed = () => [...world.fcm.handed, ...world.apns.handed, ...world.webPush.handed];
  const code = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
    `${status} ${String(body.code)}`;

  it('are sent to each device by its transport, and counted in the answer', async () => {
    const forApple = {
      device_id: iphone,
      http_headers: { apns_priority: 10, apns_push_type: 'alert', 'apns-collapse-id': 'kinds' },
      payload: {
        push_account_id: 1n,
        encrypted_data: 'c2VhbGVk',
        aps: { 'mutable-content': 1, alert: { title: 'New' } },
      },
    };
    const { status, body } = await world.notify(acme, [request(android), forApple, request(browser)]);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...NOTHING,
      result: 'success',
      msg: '',
      android_successfully_sent_count: 2n,
      apple_successfully_sent_count: 1n,
      realm_push_status: { can_push: true, expected_end_timestamp: null },
    });
    const common = { priority: 'high', pushType: 'alert' };
    const push_account_id = String(account);
    expect(world.fcm.handed).toEqual([
      {
        ...common,
        organizationId: acme.credentials.id,
        deviceId: String(android),
        token: expect.stringMatching(/^fcm:token/),
        appId: null,
        collapseId: null,
        payload: { push_account_id, encrypted_data: 'c2VhbGVk' },
      },
    ]);
    expect(world.apns.handed[0]).toMatchObject({
      ...common,
      appId: 'org.example.chat',
      collapseId: 'kinds',
      payload: { encrypted_data: 'c2VhbGVk', aps: { 'mutable-content': 1, alert: { title: 'New' } } },
    });
    expect(world.webPush.handed[0].token).toContain('https://push.example.org/');
  });

  it('for devices of others are answered as for unknown ones', async () => {
    const theirs = await world.register(other, await world.android());
    const nobody = 2n ** 63n - 1n;
    for (const id of [theirs, nobody]) {
      const { status, body } = await world.notify(acme, [request(id)]);
      expect({ status, body }).toMatchObject({ status: 200, body: { ...NOTHING, delete_device_ids: [id] } });
    }
    expect(handed()).toEqual([]);
    expect((await world.notify(other, [request(theirs)])).body.android_successfully_sent_count).toBe(1n);
  });

  it('are refused for unknown realms and those of other servers', async () => {
    expect(code(await world.notify(acme, [request(android)], randomUUID()))).toBe('403 MISSING_REMOTE_REALM');
    expect(code(await world.notify(acme, [request(android)], other.realm))).toBe(
      '403 REMOTE_REALM_SERVER_MISMATCH_ERROR',
    );
    expect(handed()).toEqual([]);
  });

  it('are all refused where one is invalid, or where they are too many', async () => {
    const batches = [
      [request(android), request(iphone, { fcm_priority: 'urgent' })],
      [request(android), 'nothing' as never],
      Array<object>(1_001).fill(request(android)),
    ];
    for (const batch of batches) expect(code(await world.notify(acme, batch))).toBe('400 BAD_REQUEST');
    expect(handed()).toEqual([]);
  });

  it.each([
    ['no JSON', '{"realm_uuid"', 'json'],
    ['a list', '[]', 'json'],
    ['nested without end', `{"push_requests":${'['.repeat(100_000)}`, 'json'],
    ['a number beyond all', '1e999', 'json'],
    ['a form', 'realm_uuid=x&push_requests=[]', 'form'],
    ['longer than any batch', `"${'a'.repeat(5_000_000)}"`, 'json'],
  ] as const)('are refused when the body is %s', async (_, body, encoding) => {
    expect(code(await world.post('push/e2ee/notify', body, acme.credentials, encoding))).toBe('400 BAD_REQUEST');
  });

  it('are sent once for repeated requests', async () => {
    const once = request(android, { collapse_id: 'once' });
    const both = await Promise.all([1, 2].map(() => world.notify(acme, [once, once])));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const again = await world.notify(acme, [once]);
    expect(again.body).toMatchObject({ android_successfully_sent_count: 1n, failed_device_ids: [] });
    expect(world.fcm.handed).toHaveLength(1);

    await world.notify(acme, [request(android, { collapse_id: 'another' }), request(android), request(android)]);
    expect(world.fcm.handed).toHaveLength(4);
  });

  it('are retried later while another request sends them', async () => {
    let finish: (outcome: Outcome) => void = () => undefined;
    world.fcm.script = () => new Promise<Outcome>((resolve) => (finish = resolve));
    const slow = request(android, { collapse_id: 'slow' });
    const first = world.notify(acme, [slow]);
    await until(() => world.fcm.handed.length === 1);
    expect((await world.notify(acme, [slow])).body).toMatchObject({ ...NOTHING, failed_device_ids: [android] });
    finish('sent');
    expect((await first).body.android_successfully_sent_count).toBe(1n);
    expect(world.fcm.handed).toHaveLength(1);
  });

  it('of a process that died are sent after half a minute', async () => {
    await world.notify(acme, [request(iphone, { collapse_id: 'orphan' })]);
    const { length } = await world.rows(
      `INSERT INTO relay_delivery (device_id, collapse_hash, at)
       SELECT ${android}, collapse_hash, now() - interval '31 seconds' FROM relay_delivery
       WHERE device_id = ${iphone} ORDER BY at DESC LIMIT 1 RETURNING 1`,
    );
    expect(length).toBe(1);
    await world.notify(acme, [request(android, { collapse_id: 'orphan' })]);
    expect(world.fcm.handed).toHaveLength(1);
  });

  it('that failed are listed, and only they are sent again', async () => {
    world.apns.script = () => 'failed';
    const batch = [request(android, { collapse_id: 'partial' }), request(iphone, { collapse_id: 'partial' })];
    expect((await world.notify(acme, batch)).body).toMatchObject({
      ...NOTHING,
      android_successfully_sent_count: 1n,
      failed_device_ids: [iphone],
    });
    world.apns.reset();
    expect((await world.notify(acme, batch)).body).toMatchObject({
      ...NOTHING,
      android_successfully_sent_count: 1n,
      apple_successfully_sent_count: 1n,
    });
    expect([world.fcm.handed.length, world.apns.handed.length]).toEqual([1, 1]);
  });

  it('that no service accepts are neither counted nor listed', async () => {
    world.fcm.script = () => 'refused';
    expect((await world.notify(acme, [request(android)])).body).toMatchObject(NOTHING);
  });

  it('make the relay remove devices that are gone', async () => {
    const phone = await world.android();
    const id = await world.register(acme, phone);
    world.fcm.script = () => 'gone';
    expect((await world.notify(acme, [request(id), request(id)])).body).toMatchObject({
      ...NOTHING,
      delete_device_ids: [id],
    });
    world.fcm.reset();
    expect((await world.notify(acme, [request(id)])).body).toMatchObject({ ...NOTHING, delete_device_ids: [id] });
    expect(world.fcm.handed).toEqual([]);
    expect(await world.register(acme, phone)).not.toBe(id);
  });

  it('fail without an open transport, and nothing is stored', async () => {
    for (const transport of [world.fcm, world.apns]) {
      transport.closed = 'There are no credentials.';
      transport.script = () => 'failed';
    }
    const batch = [android, iphone].map((id) => request(id, { collapse_id: 'closed' }));
    expect(code(await world.notify(acme, batch))).toBe('502 PUSH_SERVICES_UNAVAILABLE');
    const mixed = await world.notify(acme, [...batch, request(browser)]);
    expect(mixed.body).toMatchObject({ android_successfully_sent_count: 1n, failed_device_ids: [android, iphone] });
    for (const transport of [world.fcm, world.apns]) transport.reset();
    expect((await world.notify(acme, batch)).body).toMatchObject({ failed_device_ids: [] });
  });

  it('are remembered for a day', async () => {
    const kept = await world.rows('SELECT 1 FROM relay_delivery');
    await world.rows(`INSERT INTO relay_delivery (device_id, collapse_hash, is_sent, at)
      VALUES (1, 'a', true, now() - interval '25 hours'), (1, 'b', true, now() - interval '23 hours')`);
    expect(await world.service(Housekeeping).backlog()).toMatchObject({ waiting: 1 });
    expect(await world.service(Housekeeping).work()).toBe(false);
    expect(await world.rows('SELECT 1 FROM relay_delivery')).toHaveLength(kept.length + 1);
    expect(await world.rows("SELECT 1 FROM relay_delivery WHERE collapse_hash = 'a'")).toEqual([]);
  });

  it('store nothing of their content', async () => {
    const sentinel = Buffer.from('sentinel content').toString('base64');
    const payload = { push_account_id: 1n, encrypted_data: sentinel };
    await world.notify(acme, [request(android, { collapse_id: 'sentinel-collapse', payload })]);
    const tables = await world.rows<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const rows = await Promise.all(tables.map(({ name }) => world.rows(`SELECT t::text FROM ${name} t`)));
    const metrics = await (await fetch(`${world.relay.url}/metrics`)).text();
    const traces = JSON.stringify(rows) + metrics;
    for (const secret of [sentinel, 'sentinel-collapse', 'fcm:token', acme.credentials.key])
      expect(traces).not.toContain(secret);
  });

  it('are logged with the names of the realms, if a server sends them', async () => {
    const [realm, taken] = [randomUUID(), other.realm];
    const analytics = (realms: unknown) =>
      world.post('server/analytics', { realms: JSON.stringify(realms), version: '11.4' }, acme.credentials);
    const { status, body } = await analytics([{ uuid: realm, name: 'Acme', host: 'chat.example.org' }]);
    expect(status).toBe(200);
    expect(body.realms).toEqual({ [realm]: { can_push: true, expected_end_timestamp: null } });
    expect((await world.notify(acme, [], realm)).status).toBe(200);

    const free = randomUUID();
    expect(code(await analytics([{ uuid: free }, { uuid: taken }]))).toBe('403 REMOTE_REALM_SERVER_MISMATCH_ERROR');
    expect(code(await world.notify(acme, [], free))).toBe('403 MISSING_REMOTE_REALM');
    for (const wrong of [{}, [7], [{ uuid: 'x' }], [{}]]) expect(code(await analytics(wrong))).toBe('400 BAD_REQUEST');
  });
});
