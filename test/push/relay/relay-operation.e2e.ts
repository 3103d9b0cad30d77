import { Clock } from '@app/kernel';
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { Customer, RelayWorld, request } from '../../support/push/relay-world';
import { RawClient } from '../../support/raw-client';

describe('limits of the relay', () => {
  let world: RelayWorld;
  let acme: Customer;

  beforeAll(async () => {
    world = await RelayWorld.start({ PARLEY_RELAY_QUOTA_PER_MINUTE: '1000', PARLEY_RELAY_QUOTA_PER_DAY: '2500' });
    acme = await world.customer('Acme');
  });
  afterAll(() => world.stop());

  /** At so many seconds after some midnight. */
  const at = (seconds: number) =>
    Object.assign(world.service(Clock), { now: () => new Date(20_000 * 86_400_000 + seconds * 1000) });
  const batch = (count: number) => Array.from({ length: count }, (_, index) => request(BigInt(index + 1)));

  it('allow so many notifications a minute and a day; beyond them nothing is sent', async () => {
    await world.post('server/analytics', { realms: JSON.stringify([{ uuid: acme.realm }]) }, acme.credentials);
    const send = async (count: number) => {
      const { status, headers, body } = await world.notify(acme, batch(count));
      return [status, headers.get('retry-after'), body.code];
    };
    at(10);
    expect((await send(900))[0]).toBe(200);
    expect(await send(101)).toEqual([429, '50', 'RATE_LIMIT_HIT']);
    expect((await send(100))[0]).toBe(200);
    at(60);
    expect((await send(1000))[0]).toBe(200);
    at(120);
    expect(await send(600)).toEqual([429, String(86_400 - 120), 'RATE_LIMIT_HIT']);
    expect((await send(500))[0]).toBe(200);
    const other = await world.customer('Other');
    await world.post('server/analytics', { realms: JSON.stringify([{ uuid: other.realm }]) }, other.credentials);
    expect((await world.notify(other, batch(1000))).status).toBe(200);
    at(86_400);
    expect((await send(1000))[0]).toBe(200);
  });

  it('stop clients that guess keys, and none with a valid key', async () => {
    const ask = async (credentials: object | null) => {
      const { status, headers } = await world.post('server/analytics', { realms: '[]' }, credentials);
      return { status, retryAfter: headers.get('retry-after') };
    };
    for (let count = 0; count < 140; count += 20)
      await Promise.all(Array.from({ length: 20 }, () => ask(acme.credentials)));
    expect((await ask(acme.credentials)).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 130 }, () => ask({ ...acme.credentials, key: 'x' })));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
    const held = guesses.find(({ status }) => status === 429)!;
    expect(Number(held.retryAfter)).toBeGreaterThan(0);
  });
});

describe('a hostile client of the relay', () => {
  let world: RelayWorld;
  beforeAll(async () => {
    world = await RelayWorld.start({ PARLEY_RELAY_RATE_LIMITS: 'off' });
  });
  afterAll(() => world.stop());

  it.each([
    ['without credentials', '/api/v1/remotes/push/e2ee/notify', 401],
    ['to a path that is unknown', '/api/v1/remotes/nothing', 404],
  ])('announces a long body %s and is answered before the upload', async (_, path, status) => {
    const client = await RawClient.to(world.relay.url);
    client.begin('POST', path, { 'content-type': 'application/json', 'content-length': '3000000' }, '{"realm_uuid":');
    expect((await client.answer()).status).toBe(status);
    client.socket.destroy();
  });
});

describe('the status of the relay', () => {
  let world: RelayWorld;

  beforeAll(async () => {
    world = await RelayWorld.start();
    const acme = await world.customer('Acme');
    await world.notify(acme, [request(await world.register(acme, await world.android()))]);
  });
  afterAll(() => world.stop());

  const get = async (path: string) => {
    const response = await fetch(`${world.relay.url}/${path}`);
    return { status: response.status, text: await response.text() };
  };

  it('has liveness and readiness, with closed transports', async () => {
    world.apns.closed = 'There are no credentials for apns.';
    expect(JSON.parse((await get('health')).text)).toEqual({ status: 'ok' });
    expect(await get('ready').then(({ status, text }) => [status, JSON.parse(text)])).toEqual([
      200,
      { status: 'ok', transports: { fcm: 'ok', apns: 'There are no credentials for apns.', web_push: 'ok' } },
    ]);
  });

  it('has metrics in the format of Prometheus', async () => {
    const { text } = await get('metrics');
    expect(text).toContain('parley_relay_devices{kind="fcm"} 1');
    expect(text).toContain('parley_relay_registrations_total{result="done"} 1');
    expect(text).toMatch(
      /parley_request_seconds_count\{.*route="\/api\/v1\/remotes\/push\/e2ee\/notify",status="200"\} 1/,
    );
  });

  it('shows little without credentials', async () => {
    for (const path of ['api/v1/remotes/push/e2ee/notify', 'api/v1/messages', 'nothing'])
      expect((await get(path)).status).toBeGreaterThanOrEqual(404);
  });
});

describe('several nodes of the relay', () => {
  const secret = { PARLEY_RELAY_SECRET_KEY: 'a secret that is shared by all nodes' };
  let one: RelayWorld;
  let other: RelayWorld;

  beforeAll(async () => {
    one = await RelayWorld.start(secret);
    other = await RelayWorld.start({ ...secret, PARLEY_RELAY_DATABASE_URL: one.databaseUrl });
  });
  afterAll(() => Promise.all([one.stop(), other?.stop()]));

  it('share devices and keys, and no notification is sent by two of them', async () => {
    const acme = await one.customer('Acme');
    const id = await one.register(acme, await one.android());
    const batch = [request(id, { collapse_id: 'once' })];
    const answers = await Promise.all([one, other, one, other].map((node) => node.notify(acme, batch)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([...one.fcm.handed, ...other.fcm.handed]).toHaveLength(1);
    expect((await other.notify(acme, batch)).body.android_successfully_sent_count).toBe(1n);
    expect(other.relay.firstKey).toBeNull();
  });

  it('require the same secret: one with another secret does not start', async () => {
    const start = RelayWorld.start({
      PARLEY_RELAY_SECRET_KEY: 'another secret, which opens nothing at all',
      PARLEY_RELAY_DATABASE_URL: one.databaseUrl,
    });
    await expect(start).rejects.toThrow('PARLEY_RELAY_SECRET_KEY is not the secret');
  });
});

describe('a relay with invalid requests', () => {
  let world: RelayWorld;
  let acme: Customer;

  beforeAll(async () => {
    world = await RelayWorld.start({ PARLEY_RELAY_RATE_LIMITS: 'off' });
    acme = await world.customer('Acme');
    await world.register(acme, await world.android());
  });
  afterAll(() => world.stop());

  const odd = fc.oneof(
    fc.constantFrom('', '\0', '\ud800', '9'.repeat(40), '-1', '1e9', '__proto__', '[]', '{}', 'null', "' OR 1=1 --"),
    fc.string({ unit: 'binary' }),
    fc.json(),
  );
  it('checks credentials before it reads the body', async () => {
    const { status, body } = await world.post('push/e2ee/notify', '{', { ...acme.credentials, key: 'wrong' }, 'json');
    expect([status, body.code]).toEqual([401, 'INVALID_ZULIP_SERVER']);
    const read = await world.post('push/e2ee/notify', '{', acme.credentials, 'json');
    expect([read.status, read.body.msg]).toEqual([400, 'The body is not JSON']);
  });

  it('rejects numbers of millions of digits cheaply', async () => {
    const item = `{"device_id":${'9'.repeat(4_000_000)},"fcm_priority":"high","payload":{}}`;
    const text = `{"realm_uuid":"${acme.realm}","push_requests":[${item}]}`;
    const before = performance.eventLoopUtilization();
    const { status } = await world.post('push/e2ee/notify', text, acme.credentials, 'json');
    expect(status).toBe(400);
    expect(performance.eventLoopUtilization(before).active).toBeLessThan(1_500);
  });

  it('answers with an error of the caller, and never with its own', async () => {
    const good = (await world.android()).registration(world.key);
    const names = ['push_account_id', 'encrypted_push_registration', 'bouncer_public_key', 'realm_uuid'] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), odd, async (name, value) => {
        const form = { ...good, realm_uuid: acme.realm, [name]: value };
        const { status, body } = await world.post('push/e2ee/register', form, acme.credentials);
        expect([200, 400]).toContain(status);
        expect(body.result).toBe(status === 200 ? 'success' : 'error');
      }),
      { numRuns: 60 },
    );
    const value = fc.oneof(odd, fc.jsonValue(), fc.bigInt(), fc.constant(acme.realm));
    const item = fc.record({
      device_id: value,
      fcm_priority: fc.oneof(fc.constant('high'), value),
      http_headers: fc.oneof(fc.constant(undefined), fc.record({ apns_priority: value, apns_push_type: value })),
      payload: fc.oneof(value, fc.record({ push_account_id: value, encrypted_data: value, aps: value })),
      collapse_id: value,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(value, fc.array(item, { maxLength: 3 })), async (items) => {
        const { status } = await world.notify(acme, items as object[]);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 100 },
    );
  });
});
