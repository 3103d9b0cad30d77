import { World } from '../../support/world';
import { ATTACKS_ON_BEGINNINGS, ATTACKS_ON_LOGINS } from './attacks';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';

const VERIFIED = { email_verified: true };

describe('A hostile OpenID Connect provider', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley' };
    await world.owner.ok('POST', 'realm/identity_providers', { ...options, jit: true });
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });
  afterEach(() => (provider.attack = null));

  /** Makes the server forget what the provider said of itself. */
  const forget = async () => {
    await world.sql('UPDATE identity_provider SET version = version + 1');
  };
  const traces = async () =>
    (
      await world.sql(`SELECT (SELECT count(*)::int FROM user_account) AS accounts,
        (SELECT count(*)::int FROM external_identity) AS identities,
        (SELECT count(*)::int FROM session_origin) AS origins`)
    )[0];

  it('lets people in when it behaves', async () => {
    const { status, session } = await login.as({ sub: 'good', email: 'good@example.org', ...VERIFIED });
    expect([status, await login.statusOf(session!)]).toEqual([302, 200]);
  });

  it.each(ATTACKS_ON_LOGINS)('lets no person in with %s', async (attack) => {
    const person = { sub: 'victim', email: 'victim@example.org', ...VERIFIED };
    await forget();
    const before = await traces();
    provider.attack = attack;
    const { status, session } = await login.as(person);
    expect([status, session]).toEqual([401, null]);
    expect(await traces()).toEqual(before);
  });

  it.each(ATTACKS_ON_BEGINNINGS)('cannot begin a login with %s', async (attack) => {
    await forget();
    provider.attack = attack;
    const { status, location } = await login.begin();
    expect([status, location]).toEqual([401, '']);
    provider.attack = null;
    expect((await login.begin()).status).toBe(302);
  });

  it('is asked for its keys at most once a minute, however many tokens name an unknown key', async () => {
    await login.as({ sub: 'good', email: 'good@example.org', ...VERIFIED });
    provider.attack = 'a token of an unknown key';
    provider.asked.length = 0;
    for (let login_ = 0; login_ < 4; login_++) await login.as({ sub: 'good', email: 'good@example.org', ...VERIFIED });
    expect(provider.asked.filter((path) => path === '/jwks').length).toBeLessThanOrEqual(1);
  });

  it('holds no transaction and no lock while it does not answer', async () => {
    await forget();
    provider.attack = 'no answer for the code';
    provider.asked.length = 0;
    const slow = Array.from({ length: 30 }, () => login.as({ sub: 'good', email: 'good@example.org', ...VERIFIED }));
    while (provider.asked.filter((path) => path === '/token').length < 30) await new Promise(setImmediate);
    const open = await world.sql(`SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);
    const [locks] = await world.sql(`SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND mode LIKE '%ExclusiveLock'
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE state LIKE 'idle in transaction%')`);
    expect([open, locks]).toEqual([[{ open: 0 }], { held: 0 }]);
    const others = await Promise.all(Array.from({ length: 30 }, () => world.owner.get('users/me')));
    expect(others.map(({ status }) => status)).toEqual(Array(30).fill(200));
    for (const { status } of await Promise.all(slow)) expect(status).toBe(401);
  });
});
