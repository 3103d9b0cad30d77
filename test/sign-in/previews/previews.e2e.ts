import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runParley } from '../../support/command-line';
import { World } from '../../support/world';
import { CompanyLogin } from '../oidc/company-login';
import { HostileProvider } from '../oidc/hostile-provider';
import { SamlIdp } from '../saml/identity-provider';
import { SamlBrowser } from '../saml/saml-browser';

const PATH = 'realm/identity_providers';
const ENVIRONMENT = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };

describe('What a person of a provider would become', () => {
  let world: World;
  let provider: HostileProvider;
  let id: number;
  beforeAll(async () => {
    world = await World.start(ENVIRONMENT);
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley' };
    const meaning = { role_claim: 'role', groups_claim: 'groups', attribute_map: 'Phone=phone_number' };
    const linking = { jit: true, link_by_address: true, domain: 'example.org' };
    id = (await world.owner.ok('POST', PATH, { ...options, ...meaning, ...linking })).id as number;
    await world.owner.ok('POST', 'realm/profile_fields', { name: 'Phone', field_type: 1 });
    await world.owner.subscribe('sales');
    const group = { name: 'sellers', description: '', members: [] };
    const { group_id: user_group_id } = await world.owner.ok('POST', 'user_groups/create', group);
    const channel_ids = [await world.owner.channelId('sales')];
    const link = { external_group: 'Sales', user_group_id, role: 'moderator', channel_ids };
    await world.owner.ok('POST', `${PATH}/${id}/group_links`, link);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const become = async (claims: object) => {
    const body = await world.owner.ok('POST', `${PATH}/${id}/test`, { claims });
    const finding_details = [{ code: 'described', values: { name: provider.issuer } }];
    expect(body).toMatchObject({ works: true, findings: [expect.stringContaining(provider.issuer)], finding_details });
    return body.person;
  };
  const person = (sub: string) => ({ sub, email: `${sub}@example.org`, email_verified: true });
  const counts = async () =>
    (
      await world.sql(
        'SELECT count(*)::int AS users, (SELECT count(*)::int FROM external_identity) AS links FROM user_account',
      )
    )[0];

  it('is told with its role, groups, channels and fields, and nothing is changed', async () => {
    const before = await counts();
    const claims = { ...person('ana'), name: 'Ana', groups: ['Sales', 'Other'], phone_number: '123' };
    expect(await become(claims)).toEqual({
      refusal: null,
      refusal_code: null,
      user_id: null,
      is_new: true,
      full_name: 'Ana',
      email: 'ana@example.org',
      role: 300,
      external_groups: ['Sales', 'Other'],
      user_groups: ['sellers'],
      channels: ['sales'],
      profile_fields: { Phone: '123' },
    });
    expect(await counts()).toEqual(before);
  });

  it('is what a login makes of the person', async () => {
    const claims = { ...person('ben'), name: 'Ben', groups: ['sales'], phone_number: '456', role: 'guest' };
    const told = (await become(claims)) as Record<string, unknown>;
    expect((await new CompanyLogin(world.url, 'corp', provider).as(claims)).status).toBe(302);
    const [made] = await world.sql(
      `SELECT full_name, delivery_email AS email, role::int FROM user_account WHERE delivery_email = $1`,
      [claims.email],
    );
    expect(told).toMatchObject(made);
    const now = (await become(claims)) as { user_id: number };
    expect(now).toMatchObject({ is_new: false, role: 300, user_groups: ['sellers'], channels: ['sales'] });
    const shown = await world.owner.ok('GET', `users/${now.user_id}`, { include_custom_profile_fields: true });
    expect(JSON.stringify(shown)).toContain('456');
  });

  it('is the account with the same address where the provider may link it', async () => {
    const cleo = await world.member('cleo');
    expect(await become({ ...person('cleo'), groups: [] })).toMatchObject({
      user_id: cleo.id,
      is_new: false,
      role: 400,
    });
  });

  it.each([
    ['not verified', { email_verified: false }, 'unverified_address', 'Corp has not verified your e-mail address'],
    ['not there', { email: undefined }, 'no_address', 'Corp gives no e-mail address of yours'],
    [
      'of another domain',
      { email: 'dora@example.net' },
      'foreign_domain',
      'Addresses of that domain get no account here',
    ],
    [
      'that of an owner',
      { email: 'olivia@example.org' },
      'taken_address',
      expect.stringMatching(/^There is an account/),
    ],
  ])('is nothing, with the reason, if the address is %s', async (_, claims, refusal_code, refusal) => {
    const told = await become({ ...person('dora'), ...claims });
    expect(told).toMatchObject({ refusal, refusal_code, user_id: null, is_new: false });
  });

  it.each([
    ['claims that are no object', { claims: 'x' }],
    ['a subject with NUL', { claims: { sub: 'a\0b' } }],
    ['a name, which only directories know', { login: 'ana' }],
  ])('is not told for %s', async (_, asked) => {
    expect((await world.owner.post(`${PATH}/${id}/test`, { ...asked })).status).toBe(400);
  });

  it('is told to owners alone, and a test without a person tells of none', async () => {
    expect(await world.owner.ok('POST', `${PATH}/${id}/test`)).toMatchObject({ works: true, person: null });
    const admin = await world.admin('alma');
    expect((await admin.post(`${PATH}/${id}/test`)).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
  });

  it('is told of the attributes of a SAML provider, and is what a login makes of the person', async () => {
    const idp = await SamlIdp.start();
    const own = { kind: 'saml', slug: 'idp', name: 'IdP', jit: true, domain: 'example.org', metadata: idp.metadata() };
    const meaning = { role_claim: 'role', groups_claim: 'groups', attribute_map: 'Phone=tel' };
    const { id: saml } = await world.owner.ok('POST', PATH, { ...own, ...meaning });
    const tell = (claims: object) => world.owner.post(`${PATH}/${saml as number}/test`, { claims });
    const attributes = {
      mail: 'sam@example.org',
      displayName: 'Sam',
      groups: ['a', 'b'],
      role: 'moderator',
      tel: ['1'],
    };
    const before = await counts();
    const told = (await tell({ NameID: 'sam', ...attributes })).body.person as Record<string, unknown>;
    expect(told).toEqual({
      refusal_code: null,
      ...{ refusal: null, user_id: null, is_new: true, full_name: 'Sam', email: 'sam@example.org', role: 300 },
      ...{ external_groups: ['a', 'b'], user_groups: [], channels: [], profile_fields: { Phone: '1' } },
    });
    expect(await counts()).toEqual(before);
    expect((await new SamlBrowser(world.url, 'idp', idp).as({ nameId: 'sam', attributes })).status).toBe(302);
    const [made] = await world.sql(
      `SELECT full_name, delivery_email AS email, role::int FROM user_account WHERE delivery_email = $1`,
      [attributes.mail],
    );
    expect(told).toMatchObject(made);
    expect((await tell({ NameID: 'sam' })).body.person).toMatchObject({ is_new: false, refusal: null, role: 300 });
    expect((await tell({ displayName: 'No Address' })).body.person).toMatchObject({
      refusal: 'IdP gives no e-mail address of yours',
    });
    for (const wrong of [
      { NameID: '' },
      { NameID: 5 },
      { NameID: 'a\0b' },
      { mail: { a: 1 } },
      { groups: ['a', null] },
    ])
      expect((await tell(wrong)).status).toBe(400);
  });

  it('is told on the command line, as is what has become of an account', async () => {
    const file = join(world.directory, 'claims.json');
    writeFileSync(file, JSON.stringify({ ...person('emil'), groups: ['Sales'], phone_number: '789' }));
    const sso = (...args: string[]) => runParley(world, ['sso', ...args], { environment: ENVIRONMENT });
    const tested = await sso('test', 'corp', '--claims-file', file);
    expect([tested.code, tested.complaint]).toEqual([0, '']);
    for (const line of [
      'account: a new one',
      'role: moderator',
      'user groups: sellers',
      'channels: sales',
      'Phone: 789',
    ])
      expect(tested.out).toContain(`${line}\n`);
    writeFileSync(file, '[]');
    expect((await sso('test', 'corp', '--claims-file', file)).complaint).toContain('cannot be used');
    const { out } = await sso('explain', 'ben@example.org');
    expect(out).toContain('Corp (oidc, corp) knows the account as "ben".');
    expect(out).toContain('"Sales" of Corp gives the user group sellers, the channel sales, the role moderator.');
    expect(out).toContain('Corp decides the profile field phone.');
  });
});
