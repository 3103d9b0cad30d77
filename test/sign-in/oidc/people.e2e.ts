import { World } from '../../support/world';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';

describe('People of an OpenID Connect provider', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley' };
    const claims = { role_claim: 'role', groups_claim: 'groups' };
    const linking = { jit: true, link_by_address: true, domain: 'example.org' };
    await world.owner.ok('POST', 'realm/identity_providers', { ...options, ...claims, ...linking });
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  let count = 0;
  const somebody = (claims: object = {}) => {
    const sub = `somebody-${++count}`;
    return { sub, email: `${sub}@example.org`, email_verified: true, ...claims };
  };
  const accountOf = async (sub: unknown) =>
    (
      await world.sql(
        `SELECT u.id::int, u.delivery_email AS email, u.role, u.full_name AS name FROM external_identity e
          JOIN user_account u ON u.id = e.user_id WHERE e.subject = $1`,
        [sub],
      )
    )[0];

  it.each([
    ['has no address', { email: undefined }],
    ['has an address that is not verified', { email_verified: false }],
    ['has an address of which nothing is said', { email_verified: undefined }],
    ['has an address that is verified by a word', { email_verified: 'true' }],
    ['has an address that is no text', { email: ['somebody@example.org'] }],
    ['has an address with NUL', { email: 'some\0body@example.org' }],
    ['has an address of 10 kB', { email: `${'x'.repeat(10_000)}@example.org` }],
    ['has an international address', { email: 'söme@exämple.org' }],
    ['has an address that looks like one of the company', { email: 'somebody@exаmple.org' }],
    ['has an address of another domain', { email: 'somebody@example.net' }],
    ['has an address of a subdomain', { email: 'somebody@sub.example.org' }],
    ['has two at signs in the address', { email: 'somebody@example.net@example.org' }],
    ['has no domain in the address', { email: 'example.org' }],
  ])('get no account if the person %s', async (_, claims) => {
    const person = somebody(claims);
    const { status, session } = await login.as(person);
    expect([status >= 400 && status < 500, session]).toEqual([true, null]);
    expect(await accountOf(person.sub)).toBeUndefined();
  });

  it('are found by an address in upper case', async () => {
    const uma = await world.member('uma');
    const person = somebody({ email: 'UMA@EXAMPLE.ORG' });
    expect((await login.as(person)).status).toBe(302);
    expect(await accountOf(person.sub)).toMatchObject({ id: uma.id });
  });

  it('are not found by the address of a bot', async () => {
    const { body } = await world.owner.post('bots', { full_name: 'Robo', short_name: 'robo' });
    await world.sql(`UPDATE user_account SET delivery_email = 'robo@example.org' WHERE id = $1`, [body.user_id]);
    const person = somebody({ email: 'robo@example.org' });
    expect(await login.as(person)).toMatchObject({ status: 401, session: null });
    expect(await accountOf(person.sub)).toBeUndefined();
  });

  it('are not let in to a deactivated account, linked before or not', async () => {
    const dora = await world.member('dora');
    const known = somebody();
    await login.as(known);
    const { id } = (await accountOf(known.sub)) as { id: number };
    for (const one of [dora.id, id]) await world.owner.ok('DELETE', `users/${one}`);
    for (const person of [known, somebody({ email: dora.email })])
      expect(await login.as(person)).toMatchObject({ status: expect.any(Number), session: null });
    expect(await world.sql('SELECT is_active FROM user_account WHERE id = ANY ($1)', [[dora.id, id]])).toEqual([
      { is_active: false },
      { is_active: false },
    ]);
  });

  it('do not take over the account that another person of the provider has', async () => {
    const first = somebody();
    await login.as(first);
    expect(await login.as(somebody({ email: first.email }))).toMatchObject({ status: 401, session: null });
  });

  it('keep their account when their address changes', async () => {
    const person = somebody();
    await login.as(person);
    const before = await accountOf(person.sub);
    await login.as({ ...person, email: 'elsewhere@example.net', email_verified: false });
    expect(await accountOf(person.sub)).toEqual(before);
  });

  it.each([
    ['a word', 'moderator', 300],
    ['a list, of which the strongest counts', ['guest', 'moderator', 'member'], 300],
    ['capital letters', 'Moderator', 300],
    ['owner, which no claim gives', 'owner', 400],
    ['a number', 100, 400],
    ['an object', { role: 'administrator' }, 400],
    ['a list of lists', [['administrator']], 400],
    ['the name of a property', 'constructor', 400],
    ['nothing', undefined, 400],
  ])('get the role of a claim that is %s', async (_, role, expected) => {
    const person = somebody({ role });
    expect((await login.as(person)).status).toBe(302);
    expect(await accountOf(person.sub)).toMatchObject({ role: expected });
  });

  it('lose a role that the provider takes away', async () => {
    const person = somebody({ role: 'moderator' });
    await login.as(person);
    await login.as({ ...person, role: 'member' });
    expect(await accountOf(person.sub)).toMatchObject({ role: 400 });
  });

  it.each([
    ['a text', 'staff'],
    ['10,000 names', Array.from({ length: 10_000 }, (_, index) => `group ${index}`)],
    ['objects', [{ name: 'staff' }, { name: 'sales' }]],
    ['lists', [['staff']]],
    ['a number', 7],
    ['in another document, as Entra says of many', undefined],
  ])('log in with groups that are %s', async (_, groups) => {
    const overage = groups === undefined ? { _claim_names: { groups: 'src1' } } : { groups };
    const person = somebody(overage);
    expect((await login.as(person)).status).toBe(302);
    expect((await login.as(person)).status).toBe(302);
  });

  it.each([
    ['capitals and signs', '  *Ann*  `Lee`\n', 'Ann Lee'],
    ['a text of 10 kB', 'n'.repeat(10_000), 'n'.repeat(100)],
    ['an object', { given: 'Ann' }, expect.stringContaining('somebody')],
    ['NUL', 'Ann\0Lee', 'Ann Lee'],
    ['half of a pair', 'Ann\ud800', expect.stringContaining('Ann')],
  ])('get a name that an account may have from %s', async (_, name, expected) => {
    const person = somebody({ name });
    expect((await login.as(person)).status).toBe(302);
    expect(await accountOf(person.sub)).toMatchObject({ name: expected });
  });
});
