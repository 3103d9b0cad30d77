import { createOtherOrganization } from '../../support/other-organization';
import { World } from '../../support/world';

const PATH = 'realm/identity_providers';
const CORP = { kind: 'oidc', name: 'Corp', issuer: 'https://login.example.org', client_id: 'parley' };

const ICON = 'https://login.example.org/icon.png';

const OF_OTHER_KINDS = {
  url: 'ldap://directory.example.org',
  starttls: true,
  ca: 'a certificate',
  bind_dn: 'cn=reader',
  bind_password: 'kept to itself',
  base: 'dc=example',
  user_filter: '(uid={login})',
  group_base: 'ou=groups',
  metadata: '<EntityDescriptor/>',
};

describe('Identity providers', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  const listed = async (id: unknown): Promise<object | undefined> => {
    const { identity_providers: all } = await world.owner.ok('GET', PATH);
    return (all as { id: number }[]).find((one) => one.id === id);
  };
  const add = async (options: object): Promise<unknown> =>
    (await world.owner.ok('POST', PATH, { ...CORP, ...options })).id;

  it('keep each option that an owner gives them, and never show the secret', async () => {
    const claims = { groups_claim: 'groups', role_claim: 'role', makes_owners: true };
    const own = { invited_only: true, attribute_map: 'Phone=phone_number', provider_logout: false };
    const settings = { scopes: 'email', trust_addresses: true, ...claims, ...own };
    const common = { enabled: false, icon: ICON, jit: true, link_by_address: true, domain: 'example.org,example.com' };
    const id = await add({ slug: 'all', client_secret: 'kept to itself', ...common, ...settings });
    const { issuer, client_id } = CORP;
    expect(await listed(id)).toEqual({
      ...{ id, kind: 'oidc', slug: 'all', name: 'Corp', has_secret: true },
      ...common,
      settings: { issuer, client_id, ...settings },
    });
  });

  it('change what is given, and leave the rest', async () => {
    const id = await add({ slug: 'changing', domain: 'example.org' });
    const before = (await listed(id)) as { settings: object };
    await world.owner.ok('PATCH', `${PATH}/${String(id)}`, { name: 'Company', jit: true, client_id: 'chat' });
    const settings = { ...before.settings, client_id: 'chat' };
    expect(await listed(id)).toEqual({ ...before, name: 'Company', jit: true, settings });
  });

  it('take each option anew', async () => {
    const id = await add({ slug: 'anew' });
    const { issuer, client_id } = { issuer: 'https://other.example.org', client_id: 'other' };
    const claims = { groups_claim: 'g', role_claim: 'r', makes_owners: true };
    const own = { invited_only: true, attribute_map: 'Phone=phone', provider_logout: false };
    const settings = { issuer, client_id, scopes: 'email', trust_addresses: true, ...claims, ...own };
    const common = {
      name: 'Other',
      icon: ICON,
      enabled: false,
      jit: true,
      link_by_address: true,
      domain: 'example.org',
    };
    await world.owner.ok('PATCH', `${PATH}/${String(id)}`, { ...common, ...settings, client_secret: 'another' });
    expect(await listed(id)).toEqual({ id, kind: 'oidc', slug: 'anew', has_secret: true, ...common, settings });
  });

  it.each(Object.entries(OF_OTHER_KINDS))('that speak OpenID Connect have no %s', async (option, value) => {
    const { id } = (await listed(await add({ slug: `no-${option.replace('_', '-')}` }))) as { id: number };
    const { status, body } = await world.owner.patch(`${PATH}/${id}`, { [option]: value });
    expect([status, body.msg]).toEqual([400, `${option} is no option of oidc providers`]);
    expect((await world.owner.post(PATH, { ...CORP, slug: 'none', [option]: value })).body.msg).toBe(body.msg);
  });

  it('are gone when an owner removes them', async () => {
    const id = await add({ slug: 'leaving' });
    await world.owner.ok('DELETE', `${PATH}/${String(id)}`);
    expect(await listed(id)).toBeUndefined();
    expect((await world.owner.delete(`${PATH}/${String(id)}`)).status).toBe(400);
    const entries = await world.sql(
      `SELECT action FROM audit_log WHERE object_type = 'identity_provider' AND object_id = $1 ORDER BY sequence`,
      [id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted']);
  });

  it.each([
    ['a slug that is no path', { slug: 'No Path' }],
    ['a slug that is taken', { slug: 'taken' }],
    ['an issuer without encryption', { slug: 'plain', issuer: 'http://login.example.org' }],
    ['an issuer with a query', { slug: 'query', issuer: 'https://login.example.org/?tenant=1' }],
    ['no issuer', { slug: 'nowhere', issuer: '' }],
    ['an icon that is no https address', { slug: 'icon', icon: 'http://login.example.org/icon.png' }],
    ['no name', { slug: 'nameless', name: ' ' }],
    ['what is no domain', { slug: 'domainless', domain: 'not a domain' }],
    ['an option of another kind', { slug: 'mixed', base: 'dc=example' }],
    ['a slug that is too long', { slug: 'x'.repeat(41) }],
  ])('are refused with %s, and nothing is stored', async (_, options) => {
    await world.owner.post(PATH, { ...CORP, slug: 'taken' });
    const count = async () => (await world.sql('SELECT count(*)::int AS count FROM identity_provider'))[0];
    const before = await count();
    expect((await world.owner.post(PATH, { ...CORP, ...options })).status).toBe(400);
    expect(await count()).toEqual(before);
  });

  it('are seen and changed by owners alone', async () => {
    const id = await add({ slug: 'owned' });
    const before = await listed(id);
    for (const by of [await world.admin('alma'), await world.member('mia'), await world.guest('gus')]) {
      const answers = [
        await by.get(PATH),
        await by.post(PATH, { ...CORP, slug: 'theirs' }),
        await by.patch(`${PATH}/${String(id)}`, { enabled: false }),
        await by.delete(`${PATH}/${String(id)}`),
        await by.post(`${PATH}/${String(id)}/test`),
      ];
      expect(answers.map(({ body }) => body.code)).toEqual(Array(5).fill('UNAUTHORIZED_PRINCIPAL'));
    }
    expect(await listed(id)).toEqual(before);
  });

  it('of other organizations are unknown', async () => {
    await createOtherOrganization(world);
    const [{ id }] = await world.sql<{ id: number }>(
      `INSERT INTO identity_provider (organization_id, kind, slug, name, settings)
       SELECT id, 'oidc', 'elsewhere', 'Elsewhere', '{"domains": []}' FROM organization WHERE name = 'Elsewhere'
       RETURNING id::int`,
    );
    expect(await listed(id)).toBeUndefined();
    expect((await world.owner.patch(`${PATH}/${id}`, { enabled: false })).status).toBe(400);
    expect((await world.owner.delete(`${PATH}/${id}`)).status).toBe(400);
    expect((await world.owner.post(`${PATH}/${id}/test`)).status).toBe(400);
    expect(await world.sql('SELECT is_enabled FROM identity_provider WHERE id = $1', [id])).toEqual([
      { is_enabled: true },
    ]);
  });
});
