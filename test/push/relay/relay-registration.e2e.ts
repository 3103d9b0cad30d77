import sodium from 'libsodium-wrappers';
import { Customer, RelayWorld, request } from '../../support/push/relay-world';
import { TestDevice } from '../../support/push/test-device';

const A_DAY = 86_400;

describe('registration of devices at the relay', () => {
  let world: RelayWorld;
  let acme: Customer;
  let other: Customer;

  beforeAll(async () => {
    world = await RelayWorld.start({ PARLEY_RELAY_RATE_LIMITS: 'off' });
    [acme, other] = [await world.customer('Acme'), await world.customer('Other')];
  });
  afterAll(() => world.stop());

  const devices = async () => (await world.rows<{ n: string }>('SELECT count(*) AS n FROM relay_device'))[0].n;

  /** Encrypted with the relay's key as an app would do, with any content. */
  const sealed = (text: string | Uint8Array, key = world.key) => ({
    encrypted_push_registration: Buffer.from(sodium.crypto_box_seal(text, Buffer.from(key, 'base64'))).toString(
      'base64',
    ),
  });

  it('returns an id for each account on each device, and the same one again', async () => {
    const [phone, another] = [await world.android(), await world.android()];
    const id = await world.register(acme, phone);
    expect(id).toBeGreaterThan(0n);
    expect(id).toBeLessThan(2n ** 53n);
    expect(await world.register(acme, phone)).toBe(id);
    expect(await world.register(acme, another)).not.toBe(id);
    const sameToken = await TestDevice.on(phone.route);
    expect(await world.register(acme, sameToken)).not.toBe(id);
    expect(await world.register(acme, phone)).toBe(id);
  });

  it('separates devices of different realms, from any server', async () => {
    const phone = await world.iphone();
    const id = await world.register(acme, phone);
    const stolen = await world.register(other, phone);
    expect(stolen).not.toBe(id);
    const { body } = await world.notify(other, [request(id)]);
    expect(body).toMatchObject({ apple_successfully_sent_count: 0n, delete_device_ids: [id] });
  });

  it('accepts devices of every kind', async () => {
    for (const device of [await world.android(), await world.iphone(), await world.browser()])
      expect(await world.register(acme, device)).toBeGreaterThan(0n);
  });

  it('binds a realm to the server that names it first', async () => {
    const { status, body } = await world.tryRegister({ ...other, realm: acme.realm }, await world.android());
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'REMOTE_REALM_SERVER_MISMATCH_ERROR' });
  });

  it('rejects a registration that is older than a day, or from the future', async () => {
    const phone = await world.android();
    const now = Math.floor(Date.now() / 1000);
    for (const at of [now - A_DAY - 60, now + A_DAY]) {
      const { status, body } = await world.tryRegister(acme, phone, phone.registration(world.key, at));
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'REQUEST_EXPIRED' });
    }
  });

  it('supports several keys at a time, and no retired one', async () => {
    const [added] = (await world.command('keys', 'add')).out;
    const phone = await world.android();
    const byNew = phone.registration(added);
    expect((await world.tryRegister(acme, phone, byNew)).status).toBe(200);
    expect((await world.tryRegister(acme, phone)).status).toBe(200);

    const retired = await world.command('keys', 'retire', added);
    expect([retired.code, retired.out]).toEqual([0, ['Its private half is destroyed.']]);
    const { status, body } = await world.tryRegister(acme, phone, byNew);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_BOUNCER_PUBLIC_KEY' });
    expect((await world.tryRegister(acme, phone)).status).toBe(200);
    expect((await world.command('keys', 'retire', added)).code).toBe(1);
    const { out } = await world.command('keys', 'list');
    expect(out.filter((line) => line.includes(added))[0]).toContain('retired');
    expect(await world.rows("SELECT 1 FROM relay_key WHERE public_key <> '' AND sealed_private IS NULL")).toHaveLength(
      1,
    );
  });

  it.each([
    ['unknown', () => Buffer.from(sodium.crypto_box_keypair().publicKey).toString('base64')],
    ['empty', () => ''],
    ['in another alphabet', () => world.key.replace('=', '')],
    ['no key at all', () => "' OR 1=1 --"],
  ])('rejects a key that is %s', async (_, key) => {
    const { status, body } = await world.tryRegister(acme, await world.android(), { bouncer_public_key: key() });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_BOUNCER_PUBLIC_KEY' });
  });

  it.each<[string, () => Record<string, string>]>([
    ['an account that is no number', () => ({ push_account_id: 'ana' })],
    ['an account of 65 bits', () => ({ push_account_id: String(2n ** 63n) })],
    ['an account with a point', () => ({ push_account_id: '1.0' })],
    ['a realm that is none', () => ({ realm_uuid: 'acme' })],
    ['a box that is no base64', () => ({ encrypted_push_registration: '?' })],
    ['an empty box', () => ({ encrypted_push_registration: '' })],
    ['a box that nothing is in', () => ({ encrypted_push_registration: 'AAAA' })],
    ['a box that is too large', () => ({ encrypted_push_registration: 'A'.repeat(20_000) })],
    ['a box for another', () => sealed('{}', Buffer.from(sodium.crypto_box_keypair().publicKey).toString('base64'))],
    ['a dictionary that is none', () => sealed('[]')],
    ['bytes that are no text', () => sealed(Uint8Array.of(0xff, 0xfe))],
    ['a dictionary without a token', () => sealed(JSON.stringify({ token_kind: 'fcm', timestamp: 1 }))],
  ])('rejects %s, and stores nothing', async (_, changes) => {
    const before = await devices();
    const { status, body } = await world.tryRegister(acme, await world.android(), changes());
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'result']);
    expect(await devices()).toBe(before);
  });

  it.each(['realm_uuid', 'push_account_id', 'encrypted_push_registration', 'bouncer_public_key'])(
    'requires %s',
    async (name) => {
      const form: Record<string, unknown> = {
        ...(await world.android()).registration(world.key),
        realm_uuid: acme.realm,
      };
      delete form[name];
      const { status, body } = await world.post('push/e2ee/register', form, acme.credentials);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'REQUEST_VARIABLE_MISSING' });
    },
  );

  it('stores tokens encrypted', async () => {
    const phone = await world.android();
    await world.register(acme, phone);
    const rows = await world.rows<{ row: string }>('SELECT relay_device::text AS row FROM relay_device');
    const token = Buffer.from(phone.route.token);
    for (const { row } of rows) {
      expect(row).not.toContain(token.toString());
      expect(row).not.toContain(token.toString('hex'));
    }
  });
});

describe('the callers of the relay', () => {
  let world: RelayWorld;
  let acme: Customer;

  beforeAll(async () => {
    world = await RelayWorld.start({ PARLEY_RELAY_RATE_LIMITS: 'off' });
    acme = await world.customer('Acme');
  });
  afterAll(() => world.stop());

  const ask = (credentials: object | null) => world.post('server/analytics', { realms: '[]' }, credentials);

  it('are servers with their keys', async () => {
    expect((await ask(acme.credentials)).status).toBe(200);
    expect((await ask({ ...acme.credentials, id: acme.credentials.id.toUpperCase() })).status).toBe(200);
  });

  it('are no others', async () => {
    const outsider = await world.customer();
    const wrong = [
      null,
      { id: acme.credentials.id, key: '' },
      { id: acme.credentials.id, key: `${acme.credentials.key}0` },
      { id: acme.credentials.id, key: outsider.credentials.key },
      { id: outsider.realm, key: acme.credentials.key },
      { id: "' OR 1=1 --", key: acme.credentials.key },
    ];
    const answers = await Promise.all(wrong.map(ask));
    for (const { status, headers, body } of answers) {
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'INVALID_ZULIP_SERVER' });
      expect(headers.get('www-authenticate')).toMatch(/^Basic/);
      expect(body).toEqual(answers[0].body);
    }
    for (const path of ['push/e2ee/register', 'push/e2ee/notify', 'push/register', 'push/unregister', 'push/notify'])
      expect((await world.post(path, {}, null)).status).toBe(401);
  });

  it('are refused with an old key, or while disabled', async () => {
    const { id, key } = acme.credentials;
    const { out } = await world.command('organizations', 'rotate-key', id);
    const renewed = { id, key: out.join('\n').match(/ORG_KEY=(\S+)/)![1] };
    expect((await ask({ id, key })).status).toBe(401);
    expect((await ask(renewed)).status).toBe(200);

    await world.command('organizations', 'disable', id);
    const { status, body } = await ask(renewed);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'PUSH_NOTIFICATIONS_DISALLOWED' });
    expect((await ask({ id, key })).status).toBe(401);
    await world.command('organizations', 'enable', id);
    expect((await ask(renewed)).status).toBe(200);
  });

  it('are added and removed by the operator', async () => {
    const { code, out, complaints } = await world.command('organizations', 'add', 'Example Ltd');
    expect({ code, complaints: complaints.length }).toEqual({ code: 0, complaints: 1 });
    const [id, key] = out.map((line) => line.split('=')[1]);
    const example = { credentials: { id, key }, realm: acme.realm };
    await world.register(example, await world.android());
    const listed = (await world.command('organizations', 'list')).out.find((line) => line.includes('Example Ltd'));
    expect(listed).toMatch(new RegExp(`^${id} +active +1 +1 +\\d{4}-\\d\\d-\\d\\d +Example Ltd$`));
    expect(listed).not.toContain(key);

    expect((await world.command('organizations', 'add', 'Example Ltd')).code).toBe(1);
    expect((await world.command('organizations', 'add', ' ')).code).toBe(1);
    expect((await world.command('organizations', 'remove', id)).code).toBe(0);
    expect((await ask({ id, key })).status).toBe(401);
    expect(await world.rows('SELECT 1 FROM relay_device')).toEqual([]);
    for (const verb of ['remove', 'disable', 'enable', 'rotate-key'])
      expect((await world.command('organizations', verb, id)).code).toBe(1);
    expect((await world.command('organizations', 'remove', 'all')).complaints[0]).toContain('organizations list');
  });

  it('warns its operator when no key is left', async () => {
    const inUse = (await world.command('keys', 'list')).out.filter((line) => line.includes('in use'));
    const said: string[][] = [];
    for (const line of inUse) said.push((await world.command('keys', 'retire', line.split(' ')[0])).out);
    expect(said.at(-1)!.join()).toContain('No key is left');
    expect(said.slice(0, -1).join()).not.toContain('No key is left');
  });
});
