import {
  GroupSetting,
  GroupSettingMemberIsUnknown,
  GroupSettings,
  OrganizationCreation,
  Passwords,
  UserGroupIsUnknown,
} from '@app/identity';
import { request as httpRequest } from 'node:http';
import { Body, Person } from '../../support/person';
import { World } from '../../support/world';

interface Asked {
  status: number;
  body: Body;
}

/** A request under any host name; `fetch` does not allow that. */
function ask(
  world: World,
  host: string,
  path: string,
  options: { method?: string; form?: object; as?: string } = {},
): Promise<Asked> {
  const { method = 'GET', form, as } = options;
  const headers = {
    host,
    ...(as ? { authorization: as } : {}),
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${world.url}/api/v1/${path}`, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        const answer = { status: response.statusCode!, body: JSON.parse(text) as Body };
        world.observe(method, path, Object.keys(form ?? {}), answer.status, answer.body);
        resolve(answer);
      });
    });
    sent.on('error', reject).end(form ? new URLSearchParams(form as Record<string, string>).toString() : undefined);
  });
}

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/** Several organizations on one server, which must not affect each other. */
describe('several organizations on one server', () => {
  let world: World;
  let ana: Person;
  /** The owner of the other organization. */
  let bert: { id: number; authorization: string };
  const PASSWORD = 'another long secret';
  const OTHER = 'other.example';

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    expect((await ask(world, 'anything.example', 'server_settings')).status).toBe(200);
    const passwordHash = await world.service(Passwords).hash(PASSWORD);
    const owner = { email: 'bert@example.org', fullName: 'Bert', passwordHash };
    await world.service(OrganizationCreation).create({ name: 'Other', host: 'Other.Example', owner });
    const { body } = await ask(world, OTHER, 'fetch_api_key', {
      method: 'POST',
      form: { username: owner.email, password: PASSWORD },
    });
    bert = { id: body.user_id as number, authorization: basic(owner.email, body.api_key as string) };
  });
  afterAll(() => world.stop());

  it('are found by host, with and without a port', async () => {
    for (const host of [OTHER, 'OTHER.example', `${OTHER}:9991`]) {
      expect((await ask(world, host, 'server_settings')).body).toMatchObject({
        realm_name: 'Other',
        realm_url: `http://${OTHER}`,
      });
    }
    const own = new URL(world.url).host;
    expect((await ask(world, own, 'server_settings')).body.realm_name).toBe('Parley');
  });

  it.each(['unknown.example', 'sub.other.example', 'xother.example', "'; --"])(
    'are both absent at %s',
    async (host) => {
      for (const [path, as] of [
        ['server_settings', undefined],
        ['users/me', ana.authorization],
      ] as const) {
        const { status, body } = await ask(world, host, path, { as });
        expect([status, body.code]).toEqual([404, 'NONEXISTENT_SUBDOMAIN']);
      }
      const login = { username: ana.email, password: 'a long enough secret' };
      expect((await ask(world, host, 'fetch_api_key', { method: 'POST', form: login })).status).toBe(404);
    },
  );

  it('reject keys and passwords of each other', async () => {
    for (const [host, as] of [
      [OTHER, ana.authorization],
      [new URL(world.url).host, bert.authorization],
    ]) {
      const { status, body } = await ask(world, host, 'users/me', { as });
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    const login = { username: 'bert@example.org', password: PASSWORD };
    expect(
      (await ask(world, new URL(world.url).host, 'fetch_api_key', { method: 'POST', form: login })).body.code,
    ).toBe('AUTHENTICATION_FAILED');
  });

  it('do not find users of each other', async () => {
    const unknown = { result: 'error', msg: 'No such user', code: 'BAD_REQUEST' };
    const paths = [
      `users/${ana.id}`,
      `users/user${ana.id}@parley.invalid`,
      `users/${ana.email}`,
      `users/${world.owner.id}`,
    ];
    for (const path of paths) expect((await ask(world, OTHER, path, { as: bert.authorization })).body).toEqual(unknown);
    const listed = async (query: string) =>
      (
        (await ask(world, OTHER, `users${query}`, { as: bert.authorization })).body.members as { user_id: number }[]
      ).map(({ user_id }) => user_id);
    expect(await listed('')).toEqual([bert.id]);
    expect(await listed(`?user_ids=[${ana.id},${bert.id},${world.owner.id}]`)).toEqual([bert.id]);
    expect((await ana.ok('GET', 'users', { user_ids: [bert.id] })).members).toEqual([]);
  });

  it('refuse users and groups of each other in permission settings', async () => {
    const settings = world.service(GroupSettings);
    const [{ id }] = await world.sql<{ id: string }>('SELECT max(id) AS id FROM user_group');
    const checked = (value: GroupSetting) =>
      settings.checked(world.organizationId, 'organization', { can_create_groups: value });
    await expect(checked({ direct_members: [bert.id], direct_subgroups: [] })).rejects.toThrow(
      GroupSettingMemberIsUnknown,
    );
    await expect(checked({ direct_members: [], direct_subgroups: [Number(id)] })).rejects.toThrow(UserGroupIsUnknown);
    await expect(checked(Number(id))).rejects.toThrow(UserGroupIsUnknown);
  });

  it('may have users of the same address', async () => {
    const form = { email: ana.email, password: PASSWORD, full_name: 'Another Ana' };
    const { status, body } = await ask(world, OTHER, 'users', { method: 'POST', form, as: bert.authorization });
    expect(status).toBe(200);
    expect(body.user_id).not.toBe(ana.id);
  });

  it('exclude each other from snapshots and events', async () => {
    const queue = await ana.register({ event_types: ['realm_user', 'user_group'] });
    const form = { email: 'silent@example.org', password: PASSWORD, full_name: 'Silent' };
    await ask(world, OTHER, 'users', { method: 'POST', form, as: bert.authorization });
    expect(await queue.drain()).toEqual([]);
    const { body } = await ask(world, OTHER, 'register', {
      method: 'POST',
      form: { client_gravatar: 'false' },
      as: bert.authorization,
    });
    const text = JSON.stringify(body);
    for (const secret of [ana.email.replace('ana', 'olivia'), 'Olivia Owner', 'Ana Example'])
      expect(text).not.toContain(secret);
    const groups = body.realm_user_groups as { id: number; members: number[] }[];
    const own = await world.sql<{ id: string }>(
      'SELECT id FROM user_group WHERE organization_id = (SELECT max(id) FROM organization)',
    );
    expect(groups.map(({ id }) => id)).toEqual(own.map(({ id }) => Number(id)).sort((one, other) => one - other));
    expect(groups.flatMap(({ members }) => members)).not.toContain(ana.id);
  });
});
