import type { ApiResponse, Person } from '../../support/person';
import { Person as Account } from '../../support/person';
import { World } from '../../support/world';

const invalid = ({ status, body }: ApiResponse) => [status, body.code, body.msg];
const refused = (msg: string) => [400, 'BAD_REQUEST', msg];

/** Operations that clients of this feature level still call, on a server without a push relay. */
describe('deprecated operations', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
  });
  afterAll(() => world.stop());

  const KINDS: [string, string][] = [
    ['android_gcm_reg_id', 'dGVzdA:APA91b-_'],
    ['apns_device_token', 'c0ffeeC0FFEE'],
  ];

  describe.each(KINDS)('users/me/%s', (name, token) => {
    const path = `users/me/${name}`;

    it('stores a device, also repeatedly, and removes it once', async () => {
      expect((await ana.ok('POST', path, { token })).msg).toBe('');
      await ana.ok('POST', path, { token });
      expect(invalid(await ben.delete(path, { token }))).toEqual(refused('Token does not exist'));
      await ana.ok('DELETE', path, { token });
      expect(invalid(await ana.delete(path, { token }))).toEqual(refused('Token does not exist'));
    });

    it('rejects an invalid token', async () => {
      const blank = await ana.post(path, { token: '' });
      expect(invalid(blank)).toEqual(refused('token cannot be blank'));
      const long = { token: 'a'.repeat(4_098) };
      for (const answer of [await ana.post(path, long), await ana.delete(path, long)])
        expect(invalid(answer)).toEqual(refused('token is too long (limit: 4096 characters)'));
      for (const answer of [await ana.post(path), await ana.delete(path)])
        expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'token' });
    });

    it('is for human users', async () => {
      const { user_id, api_key } = await ana.ok('POST', 'bots', { full_name: `Bot ${name}`, short_name: name });
      const { user } = (await ana.ok('GET', `users/${user_id as number}`)) as unknown as { user: { email: string } };
      const bot = new Account(world, user_id as number, user.email, 'Bot', api_key as string);
      const tried = await bot.post('mobile_push/test_notification');
      for (const answer of [await bot.post(path, { token }), await bot.delete(path, { token }), tried])
        expect(invalid(answer).slice(0, 2)).toEqual([400, 'BAD_REQUEST']);
    });

    it('stores no token, and removes the devices of deactivated users', async () => {
      const gone = await world.member(`Gone ${name}`);
      await gone.ok('POST', path, { token });
      const rows = await world.sql<{ text: string }>('SELECT t::text AS text FROM device_token t WHERE user_id = $1', [
        gone.id,
      ]);
      expect(rows).toHaveLength(1);
      expect(rows[0].text).not.toContain(token);
      await world.owner.ok('DELETE', `users/${gone.id}`);
      expect(await world.sql('SELECT FROM device_token WHERE user_id = $1', [gone.id])).toEqual([]);
    });
  });

  it('requires tokens of Apple in hexadecimal', async () => {
    for (const token of ['xyz', 'abc', 'ab cd'])
      for (const answer of [
        await ana.post('users/me/apns_device_token', { token, appid: 'org.example.app' }),
        await ana.delete('users/me/apns_device_token', { token }),
      ])
        expect(invalid(answer)).toEqual(refused('Invalid APNS token'));
    await ana.ok('POST', 'users/me/apns_device_token', { token: 'abcd', appid: 'org.example.app' });
  });

  it('cannot test a device without a relay', async () => {
    const token = 'c0ffee01';
    await ana.ok('POST', 'users/me/apns_device_token', { token, appid: 'org.example.app' });
    const path = 'mobile_push/test_notification';
    const missing = [400, 'PUSH_SERVICE_NOT_CONFIGURED'];
    expect(invalid(await ben.post(path)).slice(0, 2)).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    expect(invalid(await ana.post(path)).slice(0, 2)).toEqual(missing);
    expect(invalid(await ana.post(path, { token })).slice(0, 2)).toEqual(missing);
    expect(invalid(await ben.post(path, { token })).slice(0, 2)).toEqual([400, 'INVALID_PUSH_DEVICE_TOKEN']);
  });

  it('limits the number of devices', async () => {
    await world.sql(
      `INSERT INTO device_token (user_id, organization_id, kind, token_hash)
       SELECT $1, $2, 'gcm', sha256(n::text::bytea) FROM generate_series(1, 100) n`,
      [ben.id, world.organizationId],
    );
    await ben.ok('POST', 'users/me/android_gcm_reg_id', { token: 'one more' });
    const [{ count }] = await world.sql<{ count: unknown }>('SELECT count(*) FROM device_token WHERE user_id = $1', [
      ben.id,
    ]);
    expect(Number(count)).toBe(100);
  });
});
