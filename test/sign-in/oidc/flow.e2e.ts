import { OrganizationActivity } from '@app/identity';
import { withAuthenticator } from '../../support/second-factors';
import { Browser } from '../../support/browser';
import { createOtherOrganization } from '../../support/other-organization';
import { World } from '../../support/world';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';
import { appResponse } from './app-answer';

const PATH = 'realm/identity_providers';

describe('The way of a login through a provider', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  let id: number;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', issuer: provider.issuer, client_id: 'parley', jit: true, domain: 'example.org' };
    const corp = { ...options, slug: 'corp', name: 'Corp', link_by_address: true };
    id = (await world.owner.ok('POST', PATH, corp)).id as number;
    await world.owner.ok('POST', PATH, { ...options, slug: 'other', name: 'Other' });
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const ana = { sub: 'ana', email: 'ana@example.org', email_verified: true };
  const refused = { status: 401, session: null };

  it('is offered to apps by an address with the provider in its path, and with its picture', async () => {
    const icon = 'https://corp.example.org/icon.png';
    await world.owner.ok('PATCH', `${PATH}/${id}`, { icon });
    const { external_authentication_methods: methods } = (await world.request('GET', 'server_settings')).body;
    const address = '/accounts/login/social/oidc/corp';
    expect(methods).toContainEqual({
      ...{ name: 'oidc:corp', display_name: 'Corp', display_icon: icon },
      ...{ login_url: address, signup_url: address },
    });
    expect((await new Browser(world.url).get('/login/')).text).toContain(`href="${address}?next=%2F"`);
  });

  it.each([
    ['no state', (query: URLSearchParams) => query.delete('state')],
    ['a foreign state', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
    ['a state of 10 kB', (query: URLSearchParams) => query.set('state', 'x'.repeat(10_000))],
    ['a state with NUL', (query: URLSearchParams) => query.set('state', 'a\0b')],
    ['no code', (query: URLSearchParams) => query.delete('code')],
    ['a refusal by the provider', (query: URLSearchParams) => query.set('error', 'access_denied')],
    ['two codes', (query: URLSearchParams) => query.append('code', 'another')],
  ])('ends without a session with %s', async (_, change) => {
    const { location, cookie } = await login.begin();
    const query = new URLSearchParams(provider.logIn(location, ana));
    change(query);
    expect(await login.finish(String(query), cookie)).toMatchObject(refused);
  });

  it('ends without a session after ten minutes', async () => {
    const { location, cookie } = await login.begin();
    await world.sql(`UPDATE login_attempt SET expires_at = expires_at - interval '10 minutes 1 second'`);
    expect(await login.finish(provider.logIn(location, ana), cookie)).toMatchObject(refused);
  });

  it('ends without a session in another browser, or in one without cookies', async () => {
    for (const cookie of [(await login.begin()).cookie, '', 'login_browser=']) {
      const { location } = await login.begin();
      expect(await login.finish(provider.logIn(location, ana), cookie)).toMatchObject(refused);
    }
  });

  it('ends without a session at the callback of another provider', async () => {
    const { location, cookie } = await login.begin();
    expect(await login.finish(provider.logIn(location, ana), cookie, 'other')).toMatchObject(refused);
  });

  it('takes a code once', async () => {
    const { location, cookie } = await login.begin();
    const query = provider.logIn(location, ana);
    expect((await login.finish(query, cookie)).status).toBe(302);
    expect(await login.finish(query, cookie)).toMatchObject(refused);
    const again = await login.begin();
    const replayed = new URLSearchParams(query);
    replayed.set('state', new URL(again.location).searchParams.get('state')!);
    expect(await login.finish(String(replayed), again.cookie)).toMatchObject(refused);
  });

  it('asks with a proof key, a nonce and a state that are new each time', async () => {
    const [one, two] = [await login.begin(), await login.begin()].map(({ location }) => new URL(location).searchParams);
    expect(Object.fromEntries(one)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(one.get(name)).not.toBe(two.get(name));
  });

  it('leads the app back by the rules of the app', async () => {
    const pad = 'a5'.repeat(32);
    const { location } = await login.as(ana, `?mobile_flow_otp=${pad}`);
    const { body } = await world.request('GET', 'server_settings');
    const { email, apiKey, userId } = appResponse(location!, pad, String(body.realm_url));
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
    const own = await world.request('GET', 'users/me', {}, authorization);
    expect([own.status, own.body.user_id]).toEqual([200, userId]);
  });

  it('gives out one key for a pad', async () => {
    const query = `?mobile_flow_otp=${'b7'.repeat(32)}`;
    expect((await login.as(ana, query)).location).toMatch(/^zulip:/);
    const { status, location } = await login.as(ana, query);
    expect([status >= 400 && status < 500, location]).toEqual([true, null]);
  });

  it.each([
    ['63 digits', `mobile_flow_otp=${'a'.repeat(63)}`],
    ['65 digits', `mobile_flow_otp=${'a'.repeat(65)}`],
    ['letters', `mobile_flow_otp=${'g'.repeat(64)}`],
    ['nothing', 'mobile_flow_otp='],
    ['a desktop pad of 63 digits', `desktop_flow_otp=${'a'.repeat(63)}`],
    ['both pads', `mobile_flow_otp=${'a'.repeat(64)}&desktop_flow_otp=${'b'.repeat(64)}`],
    ['a path of 10 kB', `next=/${'a'.repeat(10_000)}`],
  ])('does not begin with %s', async (_, query) => {
    const before = await world.sql('SELECT count(*)::int FROM login_attempt');
    const { status, location } = await login.begin(`?${query}`);
    expect([status, location]).toEqual([400, '']);
    expect(await world.sql('SELECT count(*)::int FROM login_attempt')).toEqual(before);
  });

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
    'never leads to %s',
    async (next) => {
      expect((await login.as(ana, `?next=${encodeURIComponent(next)}`)).location).toBe('/');
    },
  );

  it('leads to a path of this server', async () => {
    expect((await login.as(ana, `?next=${encodeURIComponent('/#narrow/dm/1')}`)).location).toBe('/#narrow/dm/1');
  });

  it('ends without a session if the provider is switched off in the middle', async () => {
    const { location, cookie } = await login.begin();
    await world.owner.ok('PATCH', `${PATH}/${id}`, { enabled: false });
    const { status, session } = await login.finish(provider.logIn(location, ana), cookie);
    await world.owner.ok('PATCH', `${PATH}/${id}`, { enabled: true });
    expect([status, session]).toEqual([400, null]);
  });

  it('ends without a session if the provider is switched off before the second step', async () => {
    const bea = await world.member('bea');
    const app = await withAuthenticator(world, bea);
    const browser = new Browser(world.url);
    const begun = await browser.send('GET', '/accounts/login/social/oidc/corp');
    const person = { sub: 'bea', email: bea.email, email_verified: true };
    await browser.get(`/complete/oidc/corp?${provider.logIn(begun.headers.get('location')!, person)}`);
    expect([browser.cookies.has('second_step'), browser.session]).toEqual([true, undefined]);
    await world.sql('UPDATE identity_provider SET is_enabled = false WHERE id = $1', [id]);
    const { status } = await browser.submit('/login/second-step', { code: await app.freshCode() });
    await world.sql('UPDATE identity_provider SET is_enabled = true WHERE id = $1', [id]);
    expect([status, browser.session]).toEqual([401, undefined]);
  });

  it('ends without a session if the organization is deactivated in the middle', async () => {
    const { location, cookie } = await login.begin();
    await world.owner.ok('POST', 'realm/deactivate');
    const { status, session } = await login.finish(provider.logIn(location, ana), cookie);
    await world.service(OrganizationActivity).reactivate(world.organizationId);
    expect([status >= 400 && status < 500, session]).toEqual([true, null]);
  });

  it('does not begin at the provider of another organization', async () => {
    await createOtherOrganization(world);
    await world.sql(
      `INSERT INTO identity_provider (organization_id, kind, slug, name, settings)
        SELECT o.id, 'oidc', 'theirs', 'Theirs', p.settings FROM organization o, identity_provider p
        WHERE o.name = 'Elsewhere' AND p.id = $1`,
      [id],
    );
    const statuses = ['theirs', 'nowhere', '..', 'CORP'].map((slug) => new CompanyLogin(world.url, slug, provider));
    for (const one of statuses) expect((await one.begin()).status).toBeGreaterThanOrEqual(400);
    const { location, cookie } = await login.begin();
    expect((await login.finish(provider.logIn(location, ana), cookie, 'theirs')).status).toBe(400);
  });
});
