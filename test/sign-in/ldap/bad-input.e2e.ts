import { World } from '../../support/world';
import { addDirectory, logIn, optionsFor, outcome, PROVIDERS, REFUSED } from './directory-provider';
import { describeWithSlapd, peopleIn, PEOPLE, Slapd } from './slapd';

describeWithSlapd('Names and settings that a directory cannot use', () => {
  let world: World;
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await Slapd.start({ ldif: peopleIn(['ana', 'anton']) });
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    await addDirectory(world, slapd);
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  const accounts = async () => (await world.sql('SELECT count(*)::int AS count FROM user_account'))[0];

  it.each([
    ['a star', '*'],
    ['a star in a name', 'ana*'],
    ['a closed bracket', ')('],
    ['another filter', '*)(uid=*'],
    ['a name with another filter', 'ana)(|(uid=*'],
    ['a backslash', '\\'],
    ['an escaped star', '\\2a'],
    ['a comma and more of a name', `ana,${PEOPLE}`],
    ['another line', 'ana\nuid: anton'],
  ])('finds no person by %s', async (_, name) => {
    const before = await accounts();
    expect(outcome(await logIn(world, name, 'ana password'))).toEqual(REFUSED);
    expect(await accounts()).toEqual(before);
  });

  it.each([
    ['NUL', 'ana\0', [400, 'BAD_REQUEST']],
    ['10 kB', 'x'.repeat(10_000), [400, 'BAD_REQUEST']],
    ['no name', '', REFUSED],
  ])('refuses a name with %s', async (_, name, expected) => {
    expect(outcome(await logIn(world, name, 'ana password'))).toEqual(expected);
  });

  it('finds a person whose name has the characters of filters', async () => {
    await slapd.addPerson('q*(u)', { mail: 'quentin@example.org' });
    expect((await logIn(world, 'q*(u)')).body.email).toBe('quentin@example.org');
  });

  it('refuses an empty password, which a directory takes for an anonymous login, without asking', async () => {
    await slapd.kill();
    expect(outcome(await logIn(world, 'ana', ''))).toEqual(REFUSED);
    expect((await logIn(world, 'ana', '')).body.msg).not.toContain('Directory');
    expect((await logIn(world, 'ana', 'x')).body.msg).toContain('Directory does not answer');
    await slapd.launch();
  });

  it('does not follow a referral', async () => {
    await slapd.ask((client) =>
      client.add(`cn=elsewhere,${PEOPLE}`, {
        objectClass: ['referral', 'extensibleObject'],
        cn: 'elsewhere',
        ref: `ldap://127.0.0.1:1/${PEOPLE}`,
      }),
    );
    expect((await logIn(world, 'ana')).status).toBe(200);
    expect(outcome(await logIn(world, 'elsewhere'))).toEqual(REFUSED);
    await world.owner.ok('POST', PROVIDERS, { ...optionsFor(slapd), slug: 'ref', base: `cn=elsewhere,${PEOPLE}` });
    expect((await logIn(world, 'who', 'x')).body.msg).toContain('does not answer');
  });

  it.each([
    ['an address of the web', { url: 'https://directory.example.org' }],
    ['an address with a name and a password', { url: 'ldap://reader:secret@127.0.0.1' }],
    ['an address with a path', { url: `ldap://127.0.0.1/${PEOPLE}` }],
    ['no address', { url: '' }],
    ['no base', { base: ' ' }],
    ['a filter without the name', { user_filter: '(uid=ana)' }],
    ['a filter with the name in a part of a value', { user_filter: '(uid=*{login}*)' }],
    ['a filter with the name as an attribute', { user_filter: '({login}=ana)' }],
    ['a filter that is broken', { user_filter: '(uid={login}' }],
    ['what is no certificate', { ca: 'a certificate' }],
    ['a map that is none', { attribute_map: 'displayName' }],
    ['a map to what is no attribute', { attribute_map: 'full_name=(cn=*)' }],
    ['a claim that is no attribute', { groups_claim: 'member of' }],
    ['an option of another kind', { issuer: 'https://login.example.org' }],
  ])('is not added with %s', async (_, options) => {
    const count = async () => (await world.sql('SELECT count(*)::int AS count FROM identity_provider'))[0];
    const before = await count();
    const answer = await world.owner.post(PROVIDERS, { ...optionsFor(slapd), slug: 'wrong', ...options });
    expect(answer.status).toBe(400);
    expect(await count()).toEqual(before);
  });

  it('keeps each option that an owner gives, and never shows the password', async () => {
    const given = {
      url: 'ldap://directory.example.org',
      starttls: true,
      ca: slapd.certificates.ca.trim(),
      bind_dn: 'cn=reader',
      base: 'dc=example',
      user_filter: '(uid={login})',
      group_base: 'ou=groups',
      attribute_map: 'Phone=telephoneNumber',
      groups_claim: 'memberOf',
      role_claim: 'title',
    };
    const added = { kind: 'ldap', slug: 'kept', name: 'Kept', bind_password: 'kept to itself', ...given };
    const { id } = await world.owner.ok('POST', PROVIDERS, added);
    const { identity_providers: all } = await world.owner.ok('GET', PROVIDERS);
    const found = (all as { id: number; settings: object }[]).find((one) => one.id === id)!;
    expect(found).toMatchObject({ has_secret: true, jit: true, settings: given });
    expect(JSON.stringify(all)).not.toContain('kept to itself');
    const changed = { ...given, url: 'ldaps://directory.example.org', starttls: false, base: 'dc=other' };
    await world.owner.ok('PATCH', `${PROVIDERS}/${String(id)}`, { ...changed, bind_password: 'another' });
    const { identity_providers: now } = await world.owner.ok('GET', PROVIDERS);
    expect((now as { id: number }[]).find((one) => one.id === id)).toMatchObject({ settings: changed });
    await world.owner.ok('DELETE', `${PROVIDERS}/${String(id)}`);
  });
});
