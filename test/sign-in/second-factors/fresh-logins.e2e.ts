import { Browser } from '../../support/browser';
import type { Parameters, Person } from '../../support/person';
import { withAuthenticator, wrongCode } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const AGAIN = 'users/me/reauthentication';
const PROVIDER = {
  kind: 'oidc',
  slug: 'corp',
  name: 'Corp',
  issuer: 'https://login.example.org',
  client_id: 'parley',
};

/** Dangerous actions in a browser that has been logged in for long. */
describe('A login that is not fresh', () => {
  let world: World;
  let providerId: number;
  let cora: Person;
  beforeAll(async () => {
    world = await World.start();
    providerId = (await world.owner.ok('POST', 'realm/identity_providers', PROVIDER)).id as number;
    cora = await world.admin('cora');
    await world.setRole(cora, 'owner');
  });
  afterAll(() => world.stop());

  const loggedIn = async (person: Person): Promise<Browser> => {
    const browser = new Browser(world.url);
    await browser.logIn(person.email);
    return browser;
  };
  const age = (person: Person, seconds = 601) =>
    world.sql(
      `UPDATE browser_session SET created_at = now() - $2 * interval '1 second', authenticated_at = NULL WHERE user_id = $1`,
      [person.id, seconds],
    );
  const staleOf = async (person: Person): Promise<Browser> => {
    const browser = await loggedIn(person);
    await age(person);
    return browser;
  };
  const sent = async (browser: Browser, method: string, path: string, parameters: Parameters = {}) => {
    const answer = await browser.json(method, path, parameters);
    world.observe(method, path, Object.keys(parameters), answer.status, answer.body);
    return [answer.status, answer.body.code ?? 'ok'];
  };
  const STALE = [400, 'REAUTHENTICATION_REQUIRED'];

  const dangerous = (): [method: string, path: string, parameters?: Parameters][] => [
    ['DELETE', 'users/me'],
    ['POST', 'realm/deactivate'],
    ['PATCH', 'realm', { session_idle_seconds: 3_600 }],
    ['PATCH', 'realm', { second_factor_required: { new: { direct_members: [], direct_subgroups: [] } } }],
    ['PATCH', 'realm', { authentication_methods: { Email: true, Dev: false } }],
    ['POST', 'export/realm', { export_type: 1 }],
    ['POST', 'users/me/api_key/regenerate'],
    ['PATCH', `users/${cora.id}`, { role: 400 }],
    ['DELETE', `users/${cora.id}`],
    ['POST', 'realm/identity_providers', { ...PROVIDER, slug: 'other' }],
    ['PATCH', `realm/identity_providers/${providerId}`, { name: 'Other' }],
    ['DELETE', `realm/identity_providers/${providerId}`],
    ['PUT', 'realm/login_domains', { login_domains: [] }],
    ['POST', `realm/identity_providers/${providerId}/group_links`, { external_group: 'engineers', role: 'member' }],
    ['DELETE', `realm/identity_providers/${providerId}/group_links/1`],
    ['POST', `realm/identity_providers/${providerId}/scim_tokens`],
    ['DELETE', `realm/identity_providers/${providerId}/scim_tokens/1`],
    ['POST', 'users/me/second_factors', { kind: 'totp' }],
    ['POST', 'users/me/second_factors/recovery_codes'],
    ['DELETE', 'users/me/second_factors/1'],
    ['DELETE', `users/${cora.id}/second_factors`],
  ];

  it('lets no dangerous action happen in a browser', async () => {
    const browser = await staleOf(world.owner);
    const before = await world.sql('SELECT sequence FROM audit_log ORDER BY sequence DESC LIMIT 1');
    for (const [method, path, parameters] of dangerous())
      expect([path, ...(await sent(browser, method, path, parameters))]).toEqual([path, ...STALE]);
    expect(await world.sql('SELECT sequence FROM audit_log ORDER BY sequence DESC LIMIT 1')).toEqual(before);
  });

  it('lets all others happen, and dangerous ones by API keys, which programs hold', async () => {
    const browser = await staleOf(world.owner);
    expect(await sent(browser, 'PATCH', 'realm', { description: 'We chat' })).toEqual([200, 'ok']);
    expect(await sent(browser, 'GET', 'realm/identity_providers')).toEqual([200, 'ok']);
    await world.owner.ok('PATCH', `realm/identity_providers/${providerId}`, { name: 'Corporation' });
  });

  it('becomes fresh by the password', async () => {
    const browser = await staleOf(world.owner);
    const change = () => sent(browser, 'PATCH', `realm/identity_providers/${providerId}`, { name: 'Corp' });
    expect(await sent(browser, 'POST', AGAIN, { password: 'another long secret' })).toEqual([400, 'BAD_REQUEST']);
    expect(await change()).toEqual(STALE);
    expect(await sent(browser, 'POST', AGAIN, { password: PASSWORD })).toEqual([200, 'ok']);
    expect(await change()).toEqual([200, 'ok']);
    const entries = await world.sql('SELECT 1 FROM audit_log WHERE action = $1', ['authenticated_again']);
    expect(entries).toHaveLength(1);
  });

  it('becomes fresh for this browser alone', async () => {
    const [browser, other] = [await loggedIn(world.owner), await loggedIn(world.owner)];
    await age(world.owner);
    await sent(browser, 'POST', AGAIN, { password: PASSWORD });
    expect(await sent(browser, 'POST', 'export/realm', { export_type: 1 })).toEqual([200, 'ok']);
    expect(await sent(other, 'POST', 'export/realm', { export_type: 1 })).toEqual(STALE);
  });

  it('needs a code, too, if the account has a second factor', async () => {
    const dan = await world.member('dan');
    const app = await withAuthenticator(world, dan);
    const browser = new Browser(world.url);
    await browser.logIn(dan.email);
    await browser.submit('/login/second-step', { code: await app.freshCode() });
    const openedAt = () =>
      world.sql('SELECT created_at, authenticated_at FROM browser_session WHERE user_id = $1', [dan.id]);
    const before = await openedAt();
    expect(await sent(browser, 'POST', AGAIN, { password: PASSWORD })).toEqual([200, 'ok']);
    expect(await sent(browser, 'POST', AGAIN, { password: PASSWORD, code: wrongCode(app) })).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    // The password alone does not keep the login fresh for longer.
    expect(await openedAt()).toEqual(before);
    await age(dan);
    const leave = () => sent(browser, 'DELETE', 'users/me');
    expect(await sent(browser, 'POST', AGAIN, { password: PASSWORD })).toEqual(STALE);
    expect(await sent(browser, 'POST', AGAIN, { password: PASSWORD, code: wrongCode(app) })).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(await leave()).toEqual(STALE);
    expect(await sent(browser, 'POST', AGAIN, { password: PASSWORD, code: await app.freshCode() })).toEqual([
      200,
      'ok',
    ]);
    expect(await leave()).toEqual([200, 'ok']);
  });

  it('becomes fresh by another login, which the login page offers to a browser with a session', async () => {
    const browser = await staleOf(world.owner);
    expect((await browser.get('/login/')).status).toBe(302);
    const { status, text } = await browser.get('/login/?again=true&next=%2F%23settings');
    expect(status).toBe(200);
    expect(text).toContain('href="/accounts/login/social/oidc/corp?next=%2F%23settings&amp;reauthenticate=true"');
    const answer = await browser.submit('/login/?again=true&next=%2F%23settings', {
      username: world.owner.email,
      password: PASSWORD,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/#settings']);
    expect(await sent(browser, 'POST', 'users/me/api_key/regenerate')).toEqual([200, 'ok']);
    await world.owner.logInAgain();
  });

  it('is decided by the age that owners set', async () => {
    const browser = await loggedIn(world.owner);
    await age(world.owner, 200);
    expect(await sent(browser, 'POST', 'export/realm', { export_type: 1 })).toEqual([200, 'ok']);
    await world.owner.ok('PATCH', 'realm', { reauthentication_seconds: 120 });
    expect(await sent(browser, 'POST', 'export/realm', { export_type: 1 })).toEqual(STALE);
    await world.owner.ok('PATCH', 'realm', { reauthentication_seconds: 600 });
  });

  it('cannot become fresh by a password where passwords are off', async () => {
    await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: false, Dev: true } });
    expect((await cora.post(AGAIN, { password: PASSWORD })).body.code).toBe('PASSWORD_AUTH_DISABLED');
    await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: true, Dev: true } });
    await cora.ok('POST', AGAIN, { password: PASSWORD });
  });
});
