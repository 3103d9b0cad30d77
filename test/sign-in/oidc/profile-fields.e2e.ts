import { Browser } from '../../support/browser';
import { World } from '../../support/world';
import { HostileProvider } from './hostile-provider';

const PATH = 'realm/identity_providers';
const MAP =
  'full_name=display, Phone=phone_number, Team=https://example.org/team, Birthday=birthdate, Boss=boss, None=none';

describe('Profile fields that a provider decides', () => {
  let world: World;
  let provider: HostileProvider;
  let id: number;
  const fields: Record<string, number> = {};
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley' };
    id = (await world.owner.ok('POST', PATH, { ...options, jit: true, attribute_map: MAP })).id as number;
    const choices = { sales: { text: 'Sales', order: '1' }, it: { text: 'Computers', order: '2' } };
    for (const [name, field_type, more] of [
      ['Phone', 1, {}],
      ['Team', 3, { field_data: choices }],
      ['Birthday', 4, {}],
      ['Boss', 6, {}],
      ['Own', 1, {}],
    ] as const)
      fields[name] = (await world.owner.ok('POST', 'realm/profile_fields', { name, field_type, ...more })).id as number;
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const come = async (sub: string, claims: object): Promise<Browser> => {
    const browser = new Browser(world.url);
    const begun = await browser.send('GET', '/accounts/login/social/oidc/corp');
    const person = { sub, email: `${sub}@example.org`, email_verified: true, ...claims };
    await browser.get(`/complete/oidc/corp?${provider.logIn(begun.headers.get('location')!, person)}`);
    expect(browser.session).toBeDefined();
    return browser;
  };
  const valuesOf = async (browser: Browser): Promise<Record<string, string>> => {
    const { profile_data: data } = (await browser.json('GET', 'users/me')).body;
    const values = data as Record<string, { value: string }>;
    const named = Object.entries(fields).map(([name, field]) => [name, values[field]?.value]);
    return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Record<string, string>;
  };

  it('are filled in at the first login, and follow at the next ones', async () => {
    const claims = {
      phone_number: ' +49 30 1 ',
      'https://example.org/team': ['Computers', 'more'],
      birthdate: '1990-02-03',
    };
    const ana = await come('ana', { ...claims, display: 'Ana A.', name: 'Another' });
    expect(await valuesOf(ana)).toEqual({ Phone: '+49 30 1', Team: 'it', Birthday: '1990-02-03' });
    expect((await ana.json('GET', 'users/me')).body.full_name).toBe('Ana A.');
    const later = await come('ana', { phone_number: 7, 'https://example.org/team': 'sales' });
    expect(await valuesOf(later)).toEqual({ Phone: '7', Team: 'sales' });
  });

  it.each([
    ['too long for the field', { phone_number: 'x'.repeat(51) }],
    ['of 1,000 characters', { phone_number: 'x'.repeat(1_000) }],
    ['with NUL', { phone_number: 'a\0b' }],
    ['no choice of the field', { 'https://example.org/team': 'Nobody' }],
    ['no date', { birthdate: '1990-02-31' }],
    ['a list of users', { boss: [1, 2] }],
  ])('stay as they are for a value that is %s, and the person comes in', async (_, claims) => {
    const before = { phone_number: '1', 'https://example.org/team': 'Sales', birthdate: '1990-02-03' };
    await come('bea', before);
    expect(await valuesOf(await come('bea', { ...before, ...claims }))).toEqual({
      Phone: '1',
      Team: 'sales',
      Birthday: '1990-02-03',
    });
  });

  it.each([
    ['an object', { phone_number: { number: '1' } }],
    ['a list of lists', { phone_number: [['1']] }],
    ['blank', { phone_number: '  ' }],
    ['not there', {}],
  ])('are emptied by a claim that is %s', async (_, claims) => {
    await come('carl', { phone_number: '1' });
    expect(await valuesOf(await come('carl', claims))).toEqual({});
  });

  it('are not changed by people, who are told why; other fields are', async () => {
    const dora = await come('dora', { phone_number: '1' });
    const change = (field: string) =>
      dora.json('PATCH', 'users/me/profile_data', { data: [{ id: fields[field], value: 'mine' }] });
    expect((await change('Phone')).body.msg).toBe('Corp decides the value of Phone: please change it there');
    expect((await dora.json('DELETE', 'users/me/profile_data', { data: [fields.Phone] })).status).toBe(400);
    expect((await change('Own')).status).toBe(200);
    const { user_id: userId } = (await dora.json('GET', 'users/me')).body;
    const data = [{ id: fields.Phone, value: 'theirs' }];
    const refused = await world.owner.patch(`users/${userId as number}`, { profile_data: data });
    expect(refused.body.msg).toMatch(/^Corp decides/);
    expect(await valuesOf(dora)).toEqual({ Phone: '1', Own: 'mine' });
    await world.owner.ok('PATCH', `${PATH}/${id}`, { enabled: false });
    expect((await world.owner.patch(`users/${userId as number}`, { profile_data: data })).status).toBe(200);
    await world.owner.ok('PATCH', `${PATH}/${id}`, { enabled: true });
  });

  it.each(['Phone', 'Phone=', '=phone', 'Phone=a b', 'email=upn', 'Phone=a, Phone=b', 'a=b,'.repeat(31)])(
    'are not taken from %j',
    async (attribute_map) => {
      expect((await world.owner.patch(`${PATH}/${id}`, { attribute_map })).status).toBe(400);
    },
  );
});
