import { mailsTo } from '../../support/mailbox';
import { World } from '../../support/world';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';

const HOUR = 3_600;

/** What owners may do after a login at a provider, and for how long. */
describe('A login at a provider', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    await world.owner.ok('POST', 'realm/identity_providers', {
      kind: 'oidc',
      slug: 'corp',
      name: 'Corp',
      issuer: provider.issuer,
      client_id: 'parley',
      jit: true,
      domain: 'example.org',
    });
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const now = () => Math.floor(Date.now() / 1000);
  const personOf = (sub: string, more: object = {}) => ({
    sub,
    email: `${sub}@example.org`,
    email_verified: true,
    ...more,
  });
  /** Whether a dangerous action is open to the session. */
  const isFresh = async (session: string | null): Promise<boolean> => {
    const headers = { cookie: session ?? '' };
    const answer = await fetch(`${world.url}/json/users/me/second_factors`, { headers });
    return ((await answer.json()) as { is_login_fresh: boolean }).is_login_fresh;
  };

  it('is as fresh as the provider says that the person was asked', async () => {
    for (const [sub, more, expected] of [
      ['ana', {}, true],
      ['bo', { auth_time: now() - 60 }, true],
      ['carl', { auth_time: now() - HOUR }, false],
      ['dora', { auth_time: now() + HOUR }, true],
    ] as const) {
      const { session } = await login.as(personOf(sub, more));
      expect([sub, await isFresh(session)]).toEqual([sub, expected]);
    }
    const [{ ahead }] = await world.sql<{ ahead: number }>(
      'SELECT count(*)::int AS ahead FROM browser_session WHERE authenticated_at > now()',
    );
    expect(ahead).toBe(0);
  });

  it('asks the provider to ask the person, when the user logs in again', async () => {
    const first = new URL((await login.begin()).location).searchParams;
    expect([first.get('prompt'), first.get('max_age')]).toEqual([null, null]);
    const again = new URL((await login.begin('?reauthenticate=true')).location).searchParams;
    expect([again.get('prompt'), again.get('max_age')]).toEqual(['login', '0']);
    const { session } = await login.as(personOf('carl', { auth_time: now() }), '?reauthenticate=true');
    expect(await isFresh(session)).toBe(true);
  });

  it('from a new device is mailed to the user', async () => {
    await login.as(personOf('emil'));
    expect(await mailsTo(world, 'emil@example.org')).toEqual([]);
    await login.as(personOf('emil'));
    expect((await mailsTo(world, 'emil@example.org')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New login to /),
    ]);
  });
});
