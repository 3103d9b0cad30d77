import { World } from '../../support/world';
import type { SamlPerson } from './draft';
import { SamlIdp } from './identity-provider';
import { SamlBrowser } from './saml-browser';

const PATH = 'realm/identity_providers';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

describe('People of a SAML provider', () => {
  let world: World;
  let idp: SamlIdp;
  let browser: SamlBrowser;
  let id: number;
  beforeAll(async () => {
    world = await World.start();
    idp = await SamlIdp.start();
    const claims = { role_claim: 'role', groups_claim: 'groups' };
    const linking = { jit: true, link_by_address: true, domain: 'example.org' };
    const own = { kind: 'saml', slug: 'idp', name: 'IdP', metadata: idp.metadata(), ...claims, ...linking };
    id = (await world.owner.ok('POST', PATH, own)).id as number;
    browser = new SamlBrowser(world.url, 'idp', idp);
  });
  afterAll(() => world?.stop());

  let count = 0;
  const somebody = (attributes: SamlPerson['attributes'] = {}): SamlPerson => {
    const nameId = `somebody-${++count}`;
    return { nameId, attributes: { mail: `${nameId}@example.org`, ...attributes } };
  };
  const accountOf = async ({ nameId }: SamlPerson) =>
    (
      await world.sql(
        `SELECT u.id::int, u.delivery_email AS email, u.role, u.full_name AS name FROM external_identity e
          JOIN user_account u ON u.id = e.user_id WHERE e.subject = $1`,
        [nameId],
      )
    )[0];
  const refused = { status: 401, session: null };

  it.each([
    ['has no address', { mail: [] }],
    ['has an address of another domain', { mail: 'somebody@example.net' }],
    ['has an address of a subdomain', { mail: 'somebody@sub.example.org' }],
    ['has an address of 10 kB', { mail: `${'x'.repeat(10_000)}@example.org` }],
    ['has two at signs in the address', { mail: 'somebody@example.net@example.org' }],
    ['has no domain in the address', { mail: 'example.org' }],
    ['has an address that looks like one of the company', { mail: 'somebody@exаmple.org' }],
  ])('get no account if the person %s', async (_, attributes) => {
    const person = somebody(attributes);
    const { status, session } = await browser.as(person);
    expect([status >= 400 && status < 500, session]).toEqual([true, null]);
    expect(await accountOf(person)).toBeUndefined();
  });

  it('are linked with the account of their address, in upper case, too', async () => {
    const uma = await world.member('uma');
    const person = somebody({ mail: 'UMA@EXAMPLE.ORG' });
    expect((await browser.as(person)).status).toBe(302);
    expect(await accountOf(person)).toMatchObject({ id: uma.id });
  });

  it('are never linked with an owner, an administrator, or a bot', async () => {
    await world.admin('boss');
    const { body } = await world.owner.post('bots', { full_name: 'Robo', short_name: 'robo' });
    await world.sql(`UPDATE user_account SET delivery_email = 'robo@example.org' WHERE id = $1`, [body.user_id]);
    for (const name of ['boss', 'olivia', 'robo'])
      expect(await browser.as(somebody({ mail: `${name}@example.org` }))).toMatchObject(refused);
  });

  it('are not linked with an account of a domain that is not the provider’s, or with linking off', async () => {
    const lea = await world.member('lea');
    await world.owner.ok('PATCH', `${PATH}/${id}`, { link_by_address: false });
    const off = await browser.as(somebody({ mail: lea.email }));
    await world.owner.ok('PATCH', `${PATH}/${id}`, { link_by_address: true, domain: 'example.com' });
    const foreign = await browser.as(somebody({ mail: lea.email }));
    await world.owner.ok('PATCH', `${PATH}/${id}`, { domain: 'example.org' });
    expect([off, foreign]).toMatchObject([refused, refused]);
  });

  it('get no account with new accounts off', async () => {
    await world.owner.ok('PATCH', `${PATH}/${id}`, { jit: false });
    const answer = await browser.as(somebody());
    await world.owner.ok('PATCH', `${PATH}/${id}`, { jit: true });
    expect(answer).toMatchObject(refused);
  });

  it('do not take over the account of another person of the provider', async () => {
    const first = somebody();
    await browser.as(first);
    expect(await browser.as(somebody({ mail: first.attributes!.mail! }))).toMatchObject(refused);
  });

  it('keep their account when their address changes, and lose the way in when it is deactivated', async () => {
    const person = somebody();
    await browser.as(person);
    const before = (await accountOf(person)) as { id: number };
    await browser.as({ ...person, attributes: { mail: 'elsewhere@example.net' } });
    expect(await accountOf(person)).toEqual(before);
    await world.owner.ok('DELETE', `users/${before.id}`);
    expect(await browser.as(person)).toMatchObject({ session: null });
  });

  it.each([
    ['of Entra ID', { mail: [], [`${CLAIMS}/emailaddress`]: 'entra@example.org', [`${CLAIMS}/name`]: 'Ann Lee' }],
    [
      'of Shibboleth',
      { mail: [], 'urn:oid:0.9.2342.19200300.100.1.3': 'shib@example.org', 'urn:oid:2.5.4.3': 'Ann Lee' },
    ],
    ['of Okta', { mail: [], email: 'okta@example.org', firstName: 'Ann', lastName: 'Lee' }],
    ['with signs', { displayName: '  *Ann*  `Lee`\n' }],
  ])('get the address and the name of attributes %s', async (_, attributes) => {
    const person = somebody(attributes);
    expect((await browser.as(person)).status).toBe(302);
    expect(await accountOf(person)).toMatchObject({ name: 'Ann Lee' });
  });

  it('get the address of a NameID that is one', async () => {
    const person = { nameId: 'by-name@example.org', format: EMAIL };
    expect((await browser.as(person)).status).toBe(302);
    expect(await accountOf(person)).toMatchObject({ email: 'by-name@example.org' });
  });

  it('get what the attribute map says', async () => {
    await world.owner.ok('PATCH', `${PATH}/${id}`, { attribute_map: 'full_name=urn:nick, email=urn:post' });
    const person = somebody({ 'urn:nick': 'Nick', 'urn:post': 'nick@example.org', displayName: 'Other' });
    expect((await browser.as(person)).status).toBe(302);
    await world.owner.ok('PATCH', `${PATH}/${id}`, { attribute_map: '' });
    expect(await accountOf(person)).toMatchObject({ name: 'Nick', email: 'nick@example.org' });
  });

  it('get the profile fields of their attributes, which follow at each login and which they cannot change', async () => {
    const { id: phone } = await world.owner.ok('POST', 'realm/profile_fields', { name: 'Phone', field_type: 1 });
    await world.owner.ok('PATCH', `${PATH}/${id}`, { attribute_map: 'Phone=urn:oid:2.5.4.20' });
    const person = somebody({ 'urn:oid:2.5.4.20': [' 030 123 ', '030 456'] });
    const { session } = await browser.as(person);
    const { id: user } = (await accountOf(person)) as { id: number };
    const phoneOf = async () => {
      const shown = await world.owner.ok('GET', `users/${user}`, { include_custom_profile_fields: true });
      return (shown.user as { profile_data: Record<string, { value: string }> }).profile_data[String(phone)]?.value;
    };
    expect(await phoneOf()).toBe('030 123');
    const page = await fetch(`${world.url}/login/?again=true`, { headers: { cookie: session! } });
    const token = /csrftoken=([^;]+)/.exec(page.headers.getSetCookie().join())?.[1] ?? '';
    const own = await fetch(`${world.url}/json/users/me/profile_data`, {
      method: 'PATCH',
      headers: { cookie: `${session}; csrftoken=${token}`, 'x-csrftoken': token },
      body: new URLSearchParams({ data: JSON.stringify([{ id: phone, value: '1' }]) }),
    });
    expect([own.status, ((await own.json()) as { msg: string }).msg]).toEqual([400, expect.stringContaining('IdP')]);
    for (const [next, expected] of [
      ['030 789', '030 789'],
      [[], undefined],
    ] as const) {
      await browser.as({ ...person, attributes: { ...person.attributes, 'urn:oid:2.5.4.20': next } });
      expect(await phoneOf()).toBe(expected);
    }
    await world.owner.ok('PATCH', `${PATH}/${id}`, { attribute_map: '' });
  });

  it.each([
    ['a word', 'moderator', 300],
    ['several, of which the strongest counts', ['guest', 'moderator', 'member'], 300],
    ['owner, which no attribute gives', 'owner', 400],
    ['the name of a property', 'constructor', 400],
    ['nothing', [], 400],
  ])('get the role of an attribute that is %s', async (_, role, expected) => {
    const person = somebody({ role });
    expect((await browser.as(person)).status).toBe(302);
    expect(await accountOf(person)).toMatchObject({ role: expected });
  });

  it('are in the linked groups that the provider names, and leave those that it does not name', async () => {
    const wanted = { name: 'staff here', description: '', members: [] };
    const staff = await world.owner.ok('POST', 'user_groups/create', wanted);
    const group = staff.group_id as number;
    await world.owner.ok('POST', `${PATH}/${id}/group_links`, { external_group: 'staff', user_group_id: group });
    const members = async () => (await world.owner.ok('GET', `user_groups/${group}/members`)).members as number[];
    const person = somebody({ groups: ['staff', 'others'] });
    await browser.as(person);
    const { id: user } = (await accountOf(person)) as { id: number };
    expect(await members()).toContain(user);
    await browser.as({ ...person, attributes: { ...person.attributes, groups: [] } });
    expect(await members()).not.toContain(user);
    await browser.as(person);
    const elsewhere = { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.example.org/' };
    await browser.as({ ...person, attributes: { mail: person.attributes!.mail!, ...elsewhere } });
    expect(await members()).toContain(user);
  });

  it('log in with thousands of groups', async () => {
    const groups = Array.from({ length: 1_500 }, (_, at) => `group ${at}`);
    expect((await browser.as(somebody({ groups }))).status).toBe(302);
  });
});
