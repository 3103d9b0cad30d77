import { logOf } from '../../support/audit-log';
import { fromNowOn } from '../../support/from-now-on';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

interface Key {
  id: number;
  client: string;
  date_created: number;
  is_current: boolean;
}

describe('API keys', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
  });
  afterAll(() => world.stop());

  const keyFor = async ({ email }: Person, client: string): Promise<string> => {
    const body = new URLSearchParams({ username: email, password: PASSWORD });
    const headers = { 'user-agent': client };
    const response = await fetch(`${world.url}/api/v1/fetch_api_key`, { method: 'POST', body, headers });
    return ((await response.json()) as { api_key: string }).api_key;
  };
  const keysOf = async (person: Person): Promise<Key[]> =>
    (await person.ok('GET', 'users/me/api_keys')).api_keys as Key[];
  const statusWith = async ({ email }: Person, key: string): Promise<number> => {
    const basic = Buffer.from(`${email}:${key}`).toString('base64');
    return (await world.request('GET', 'users/me', {}, `Basic ${basic}`)).status;
  };

  it('lists keys by client, latest first, without the keys themselves', async () => {
    const created = fromNowOn();
    const phone = await keyFor(ana, 'ZulipMobile/27.1 (Android 14)');
    const [latest, ...earlier] = await keysOf(ana);
    expect(latest).toEqual({
      id: expect.any(Number),
      client: 'ZulipMobile',
      date_created: created(),
      is_current: false,
    });
    expect(earlier).toEqual([expect.objectContaining({ client: 'ParleyTest', is_current: true })]);
    expect(JSON.stringify([latest, ...earlier])).not.toContain(phone);
  });

  it('revokes a single key and leaves the others valid', async () => {
    const phone = await keyFor(ana, 'ZulipMobile/27.1');
    const [{ id }] = await keysOf(ana);
    await ana.ok('DELETE', `users/me/api_keys/${id}`);
    expect([await statusWith(ana, phone), await statusWith(ana, ana.key)]).toEqual([401, 200]);
    expect((await keysOf(ana)).map((key) => key.id)).not.toContain(id);
    const [entry] = await logOf(world.owner, { action: 'revoked_keys' });
    expect(entry).toMatchObject({ actor_id: ana.id, object_id: ana.id, before: { api_key_ids: [id] } });
  });

  it('refuses to revoke a key of another user, and a revoked key', async () => {
    await keyFor(ana, 'ZulipMobile/27.1');
    const [{ id }] = await keysOf(ana);
    for (const person of [bo, world.owner]) {
      const { status, body } = await person.delete(`users/me/api_keys/${id}`);
      expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'No such API key']);
    }
    await ana.ok('DELETE', `users/me/api_keys/${id}`);
    for (const wrong of [id, 0, 'x', '1.5', '-1', '99999999999999999999'])
      expect((await ana.delete(`users/me/api_keys/${wrong}`)).body.msg).toBe('No such API key');
  });

  it('ends open polls of a revoked key', async () => {
    const eve = await world.member('eve');
    const key = await keyFor(eve, 'ZulipMobile/27.1');
    const [{ id }] = await keysOf(eve);
    const authorization = `Basic ${Buffer.from(`${eve.email}:${key}`).toString('base64')}`;
    const { queue_id } = (await world.request('POST', 'register', { event_types: ['message'] }, authorization)).body;
    const poll = () => world.request('GET', 'events', { queue_id, last_event_id: -1, dont_block: true }, authorization);
    expect((await poll()).status).toBe(200);
    await eve.ok('DELETE', `users/me/api_keys/${id}`);
    await world.settled();
    expect((await poll()).body.code).toBe('UNAUTHORIZED');
  });

  it('replaces all keys with a new one, ends their queues and leaves sessions open', async () => {
    const kim = await world.member('kim');
    const phone = await keyFor(kim, 'ZulipMobile/27.1');
    const queue = await kim.register({ event_types: ['message'] });
    const { api_key: key } = await kim.ok('POST', 'users/me/api_key/regenerate');
    expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await Promise.all([phone, kim.key, key as string].map((one) => statusWith(kim, one)))).toEqual([
      401, 401, 200,
    ]);
    await world.settled();
    const authorization = `Basic ${Buffer.from(`${kim.email}:${String(key)}`).toString('base64')}`;
    const poll = { queue_id: queue.id, last_event_id: -1, dont_block: true };
    const { body } = await world.request('GET', 'events', poll, authorization);
    expect(body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queue.id });
    const listed = (await world.request('GET', 'users/me/api_keys', {}, authorization)).body.api_keys;
    expect(listed).toEqual([expect.objectContaining({ client: 'ParleyTest', is_current: true })]);
    const sessions = (await world.request('GET', 'sessions', {}, authorization)).body.sessions;
    expect(sessions).toHaveLength(1);
  });

  it("rejects an API key on another organization's host and with another user's address", async () => {
    expect(await statusWith(bo, ana.key)).toBe(401);
    expect(await statusWith(ana, ana.key.toLowerCase())).toBe(401);
  });

  describe('the developer login', () => {
    it('lists active users, administrators apart', async () => {
      const off = await world.member('off');
      await world.owner.ok('DELETE', `users/${off.id}`);
      const { direct_admins, direct_users } = (await world.request('GET', 'dev_list_users')).body;
      expect(direct_admins).toEqual([
        { email: 'olivia@example.org', full_name: 'Olivia Owner', realm_url: expect.stringMatching(/^http/) },
      ]);
      const emails = (direct_users as { email: string }[]).map(({ email }) => email);
      expect(emails).toEqual(expect.arrayContaining([ana.email, bo.email]));
      expect(emails).not.toContain(off.email);
    });

    it('is absent on production servers and where the organization disables it', async () => {
      await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: true, Dev: false } });
      for (const [method, path] of [
        ['GET', 'dev_list_users'],
        ['POST', 'dev_fetch_api_key'],
      ]) {
        const { status, body } = await world.request(method, path, method === 'POST' ? { username: ana.email } : {});
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      }
      await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: true, Dev: true } });
      await expect(World.start({ PARLEY_DEV_LOGIN: '0' })).rejects.toThrow('No key for olivia@example.org');
    });
  });
});
