import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

type Methods = Record<string, { enabled: boolean; available: boolean }>;

describe('the login methods of an organization, and deprecated names of settings', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    alma = await world.admin('alma');
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const set = (methods: unknown, person = owner) => person.patch('realm', { authentication_methods: methods });
  const methodsOf = async (person: Person) =>
    (await person.register({ fetch_event_types: ['realm'] })).state.realm_authentication_methods as Methods;

  it('shows login methods in the snapshot, sends events for them and enforces them', async () => {
    const both = { Email: { enabled: true, available: true }, Dev: { enabled: true, available: true } };
    expect(await methodsOf(gus)).toEqual(both);
    const queue = await gus.register();
    const { status, body } = await set({ Email: false, Dev: true });
    expect([status, body.authentication_methods]).toEqual([200, { Email: false, Dev: true }]);
    const login = { username: gus.email, password: 'a long enough secret' };
    expect((await world.request('POST', 'fetch_api_key', login)).body.code).toBe('PASSWORD_AUTH_DISABLED');
    expect((await world.request('GET', 'server_settings')).body.email_auth_enabled).toBe(false);
    expect((await set({ Email: true, Dev: true })).status).toBe(200);
    expect((await set({ Dev: true, Email: true })).body).not.toHaveProperty('authentication_methods');
    expect((await world.request('POST', 'fetch_api_key', login)).status).toBe(200);
    const told = (await queue.drain()).filter(({ type }) => type === 'realm');
    expect(told.map(({ op, property, data }) => [op, property, data])).toEqual([
      ['update_dict', 'default', { authentication_methods: { ...both, Email: { enabled: false, available: true } } }],
      ['update_dict', 'default', { authentication_methods: both }],
    ]);
    await expectFreshSnapshot(queue);
  });

  it('lets only owners change login methods', async () => {
    const { status, body } = await set({ Email: true }, alma);
    expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  });

  it.each([
    [{}],
    [{ Email: false, Dev: false }],
    [{ Email: true, GitHub: true }],
    [{ Email: 1 }],
    [['Email']],
    ['Email'],
  ])('rejects login methods %j, which would lock out all users or the given ones', async (methods) => {
    const { status, body } = await set(methods);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('logs changes of login methods in the audit log under the names that clients use', async () => {
    const entries = await leftBy(world, async () => {
      await set({ Email: true, GitHub: false });
      await set({ Email: true, Dev: true });
    });
    expect(entries).toMatchObject([
      {
        before: { authentication_methods: { Email: true, Dev: true } },
        after: { authentication_methods: { Email: true, Dev: false } },
      },
      { after: { authentication_methods: { Email: true, Dev: true } } },
    ]);
  });

  it('disables the empty topic by the deprecated name too, and prefers the newer name', async () => {
    const policy = async () => (await alma.register({ fetch_event_types: ['realm'] })).state.realm_topics_policy;
    await alma.ok('PATCH', 'realm', { mandatory_topics: true });
    expect(await policy()).toBe('disable_empty_topic');
    await alma.ok('PATCH', 'realm', { mandatory_topics: true, topics_policy: 'allow_empty_topic' });
    expect(await policy()).toBe('allow_empty_topic');
    await alma.ok('PATCH', 'realm', { mandatory_topics: false });
    expect(await policy()).toBe('allow_empty_topic');
  });
});
