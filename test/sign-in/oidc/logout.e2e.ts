import { Browser } from '../../support/browser';
import { World } from '../../support/world';
import { HostileProvider } from './hostile-provider';
import { TestProvider } from './provider';

const PATH = 'realm/identity_providers';

describe('A logout here', () => {
  let world: World;
  let corp: TestProvider;
  let hostile: HostileProvider;
  let id: number;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    const { body } = await world.request('GET', 'server_settings');
    const here = String(body.realm_url);
    corp = await TestProvider.start(`${here}/complete/oidc/corp`, `${here}/login/`);
    hostile = await HostileProvider.start();
    const options = { kind: 'oidc', client_id: 'parley', jit: true };
    const secret = { client_secret: 'a secret of the client' };
    await world.owner.ok('POST', PATH, { ...options, ...secret, slug: 'corp', name: 'Corp', issuer: corp.issuer });
    const other = { ...options, slug: 'other', name: 'Other', issuer: hostile.issuer };
    id = (await world.owner.ok('POST', PATH, other)).id as number;
  });
  afterAll(async () => {
    await corp?.stop();
    await hostile?.stop();
    await world?.stop();
  });
  afterEach(() => (hostile.attack = null));

  const person = (sub: string) => ({ sub, email: `${sub}@example.org`, email_verified: true });
  const atCorp = async (sub: string): Promise<Browser> => {
    corp.add(person(sub));
    const browser = new Browser(world.url);
    const begun = await browser.send('GET', '/accounts/login/social/oidc/corp');
    const back = new URL(await corp.logIn(begun.headers.get('location')!, sub));
    await browser.get(back.pathname + back.search);
    expect(browser.session).toBeDefined();
    return browser;
  };
  const atOther = async (sub: string): Promise<Browser> => {
    const browser = new Browser(world.url);
    const begun = await browser.send('GET', '/accounts/login/social/oidc/other');
    await browser.get(`/complete/oidc/other?${hostile.logIn(begun.headers.get('location')!, person(sub))}`);
    expect(browser.session).toBeDefined();
    return browser;
  };
  const goesTo = async (browser: Browser): Promise<string> => {
    const { status, headers } = await browser.submit('/accounts/logout/');
    expect([status, browser.session]).toEqual([302, undefined]);
    return headers.get('location')!;
  };

  it('goes on at the provider, which takes the logout for its own and leads back', async () => {
    const browser = await atCorp('ana');
    const cookie = `sessionid=${browser.session}`;
    const page = await browser.get('/accounts/logout/');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http:;");
    const address = new URL(await goesTo(browser));
    expect(address.origin).toBe(corp.issuer);
    const { client_id, post_logout_redirect_uri, id_token_hint } = Object.fromEntries(address.searchParams);
    expect([client_id, new URL(post_logout_redirect_uri).pathname]).toEqual(['parley', '/login/']);
    expect(id_token_hint.split('.')).toHaveLength(3);
    expect((await fetch(`${world.url}/json/users/me`, { headers: { cookie } })).status).toBe(401);
    const asked = await fetch(address, { redirect: 'manual' });
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('name="xsrf"')]);
  });

  it('tells scripts where it goes on', async () => {
    const [browser, local] = [await atOther('bea'), new Browser(world.url)];
    await local.logIn(world.owner.email);
    const headers = { accept: 'application/json' };
    const ask = async (one: Browser) =>
      (await one.send('POST', '/logout', new URLSearchParams({ csrfmiddlewaretoken: one.csrf! }), { headers })).json();
    expect(await ask(browser)).toEqual({ go_to: expect.stringContaining(`${hostile.issuer}/end?`) });
    expect(await ask(local)).toEqual({ go_to: '/login/' });
  });

  it.each([
    ['has no page for it', 'no page for logouts'],
    ['does not answer', 'no description'],
  ] as const)('ends here if the provider %s', async (_, attack) => {
    const browser = await atOther('carl');
    await world.sql('UPDATE identity_provider SET version = version + 1');
    hostile.attack = attack;
    expect(await goesTo(browser)).toBe('/login/');
  });

  it('ends here if an owner wants it so, if the provider is off or gone, and for local logins', async () => {
    const [first, second] = [await atOther('dora'), new Browser(world.url)];
    await second.logIn(world.owner.email);
    await world.owner.ok('PATCH', `${PATH}/${id}`, { provider_logout: false });
    expect([await goesTo(first), await goesTo(second)]).toEqual(['/login/', '/login/']);
    const { session } = await atOther('dora');
    await world.owner.ok('PATCH', `${PATH}/${id}`, { provider_logout: true, enabled: false });
    expect((await fetch(`${world.url}/json/users/me`, { headers: { cookie: `sessionid=${session}` } })).status).toBe(
      401,
    );
    await world.owner.ok('PATCH', `${PATH}/${id}`, { enabled: true });
  });

  it('stores the token of the provider encrypted, and none that is too large for an address', async () => {
    await world.sql('DELETE FROM session_origin');
    await atOther('emil');
    const hints = async () =>
      (await world.sql<{ hint: Buffer | null }>('SELECT sealed_hint AS hint FROM session_origin ORDER BY id')).map(
        ({ hint }) => hint && String(hint).includes('eyJhbGciOi'),
      );
    expect(await hints()).toEqual([false]);
    hostile.attack = 'a token of 10 kB';
    await atOther('fay');
    expect(await hints()).toEqual([false, null]);
  });
});
