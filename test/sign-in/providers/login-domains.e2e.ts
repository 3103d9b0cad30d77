import { Browser } from '../../support/browser';
import type { Person } from '../../support/person';
import { World } from '../../support/world';
import { CompanyLogin } from '../oidc/company-login';
import { HostileProvider } from '../oidc/hostile-provider';

const PATH = 'realm/login_domains';
const PASSWORD = 'a long enough secret';

describe('Mail domains whose people log in at a provider', () => {
  let world: World;
  let provider: HostileProvider;
  let ids: number[];
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', issuer: provider.issuer, client_id: 'parley', link_by_address: true };
    const add = async (slug: string) =>
      (
        await world.owner.ok('POST', 'realm/identity_providers', {
          ...{ ...options, slug, name: slug, domain: 'example.org' },
        })
      ).id as number;
    ids = [await add('corp'), await add('other')];
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });
  afterEach(() => set([]));

  const send = (login_domains: unknown, by = world.owner) =>
    world.request('PUT', PATH, { login_domains } as never, by.authorization);
  const set = async (domains: unknown) => expect((await send(domains)).status).toBe(200);
  const enforce = (domain = 'example.org') => set([{ domain, provider_id: ids[0], enforced: true }]);
  const fetchKey = (person: Person, password = PASSWORD) =>
    world.request('POST', 'fetch_api_key', { username: person.email, password });

  it('are set and listed', async () => {
    const [first, second] = ids;
    await set([
      { domain: 'Example.ORG', provider_id: first, enforced: true },
      { domain: 'example.com', provider_id: second },
    ]);
    expect((await world.owner.ok('GET', PATH)).login_domains).toEqual([
      { domain: 'example.com', provider_id: second, enforced: false },
      { domain: 'example.org', provider_id: first, enforced: true },
    ]);
  });

  it('let no password in once they are enforced, and lead to the browser', async () => {
    const ana = await world.member('ana');
    expect((await fetchKey(ana)).status).toBe(200);
    await enforce();
    for (const password of [PASSWORD, 'a wrong password']) {
      const { status, body } = await fetchKey(ana, password);
      expect([status, body.code, body.msg]).toEqual([
        401,
        'AUTHENTICATION_FAILED',
        expect.stringContaining('"Browser"'),
      ]);
    }
    const browser = new Browser(world.url);
    expect((await browser.logIn(ana.email)).status).toBe(401);
    expect(browser.session).toBeUndefined();
    expect((await ana.get('users/me')).status).toBe(200);
  });

  it('answer alike whether there is an account', async () => {
    await enforce();
    const ben = await world.member('ben');
    const unknown = await world.request('POST', 'fetch_api_key', {
      username: 'no.one@example.org',
      password: PASSWORD,
    });
    expect([unknown.status, unknown.body]).toEqual([401, (await fetchKey(ben)).body]);
  });

  it('let people in at their provider, and at no other one', async () => {
    const cleo = await world.member('cleo');
    const person = { sub: 'cleo', email: cleo.email, email_verified: true };
    await enforce();
    const enter = (slug: string) => new CompanyLogin(world.url, slug, provider).as(person);
    expect([(await enter('corp')).status, (await enter('other')).status]).toEqual([302, 401]);
  });

  it('leave a way in for owners, by their password', async () => {
    await enforce();
    expect((await fetchKey(world.owner)).status).toBe(200);
  });

  it('leave other domains, and domains that are not enforced', async () => {
    const dan = await world.member('dan');
    await enforce('example.com');
    expect((await fetchKey(dan)).status).toBe(200);
    await set([{ domain: 'example.org', provider_id: ids[0], enforced: false }]);
    expect((await fetchKey(dan)).status).toBe(200);
  });

  it.each([
    ['what is no domain', () => [{ domain: 'no domain', provider_id: ids[0] }]],
    ['two domains in one', () => [{ domain: 'a.example,b.example', provider_id: ids[0] }]],
    ['a domain twice', () => ['a.example', 'A.example'].map((domain) => ({ domain, provider_id: ids[0] }))],
    ['a provider that there is not', () => [{ domain: 'a.example', provider_id: 999_999 }]],
    ['no provider', () => [{ domain: 'a.example' }]],
    ['an unknown key', () => [{ domain: 'a.example', provider_id: ids[0], owner: true }]],
    ['what is no list', () => 7],
  ])('are refused with %s, and stay as they are', async (_, domains) => {
    await enforce();
    expect((await send(domains())).status).toBe(400);
    expect((await world.owner.ok('GET', PATH)).login_domains).toMatchObject([{ domain: 'example.org' }]);
  });

  it('are seen and changed by owners alone', async () => {
    for (const by of [await world.admin('alma'), await world.member('mia'), await world.guest('gus')])
      for (const answer of [await by.get(PATH), await send([], by)])
        expect([answer.status, answer.body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  });
});
