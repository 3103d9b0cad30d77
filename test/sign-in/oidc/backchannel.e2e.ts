import { World } from '../../support/world';
import { appResponse } from './app-answer';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const now = () => Math.floor(Date.now() / 1000);

describe('A logout that a provider asks for', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' }, 2);
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', issuer: provider.issuer, client_id: 'parley', jit: true };
    await world.owner.ok('POST', 'realm/identity_providers', { ...options, slug: 'corp', name: 'Corp' });
    await world.owner.ok('POST', 'realm/identity_providers', { ...options, slug: 'other', name: 'Other' });
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  let count = 0;
  const somebody = () => {
    const sub = `somebody-${++count}`;
    return { sub, email: `${sub}@example.org`, email_verified: true };
  };
  const logOut = async (token: string, { url = world.url, slug = 'corp' } = {}) => {
    const body = new URLSearchParams({ logout_token: token });
    return fetch(`${url}/oidc/backchannel/${slug}`, { method: 'POST', body });
  };
  /** A session and a key of an app, and the queue that the app has. */
  const everythingOf = async (person: ReturnType<typeof somebody>) => {
    const session = (await login.as(person)).session!;
    const pad = 'c3'.repeat(32);
    const answer = await login.as(person, `?mobile_flow_otp=${await freshPad(pad)}`);
    const { body } = await world.request('GET', 'server_settings');
    const { email, apiKey } = appResponse(answer.location!, lastPad, String(body.realm_url));
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
    const { body: queue } = await world.request('POST', 'register', {}, authorization);
    return { session, authorization, queueId: queue.queue_id as string, lastEventId: queue.last_event_id as number };
  };
  let lastPad = '';
  const freshPad = async (pad: string) => {
    const [{ used }] = await world.sql<{ used: number }>('SELECT count(*)::int AS used FROM spent_one_time_pad');
    return (lastPad = pad.slice(8) + (used + 1).toString(16).padStart(8, '0'));
  };
  const statusesAt = async (node: number, { session, authorization }: { session: string; authorization: string }) => {
    const at = world.at(node);
    const own = await fetch(`${at.url}/json/users/me`, { headers: { cookie: session } });
    return [own.status, (await at.request('GET', 'users/me', {}, authorization)).status];
  };

  it('ends the sessions, keys and queues of the person, on both nodes', async () => {
    const person = somebody();
    const all = await everythingOf(person);
    expect([await statusesAt(0, all), await statusesAt(1, all)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const queues = () => world.sql('SELECT 1 FROM event_queue WHERE id::text = $1', [all.queueId]);
    expect(await queues()).toHaveLength(1);
    const answer = await logOut(await provider.logoutToken({ sub: person.sub }), { url: world.nodes[0].url });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await queues()).toHaveLength(0);
    expect([await statusesAt(0, all), await statusesAt(1, all)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
  });

  it('ends one session of the provider, and what came from it alone', async () => {
    const person = somebody();
    const [one, two] = [(await login.as(person)).session!, (await login.as(person)).session!];
    const rows = await world.sql<{ sid: string }>(
      'SELECT sid FROM session_origin WHERE subject = $1 AND session_id IS NOT NULL ORDER BY id',
      [person.sub],
    );
    expect((await logOut(await provider.logoutToken({ sid: rows[0].sid }))).status).toBe(200);
    expect([await login.statusOf(one), await login.statusOf(two)]).toEqual([401, 200]);
  });

  it('ends a login that waits for its second step', async () => {
    const { sub } = somebody();
    const origin = { providerId: 1, subject: sub, sid: null, authenticatedAt: Date.now() };
    await world.sql(
      `INSERT INTO second_step (hash, organization_id, user_id, login, expires_at)
        SELECT decode('00', 'hex'), u.organization_id, u.id, jsonb_build_object('method', 'oidc', 'next', '/', 'origin',
          $1::jsonb || jsonb_build_object('providerId', p.id)), now() + interval '1 minute'
        FROM user_account u, identity_provider p WHERE u.id = $2 AND p.slug = 'corp'`,
      [JSON.stringify(origin), world.owner.id],
    );
    expect((await logOut(await provider.logoutToken({ sub: 'somebody else' }))).status).toBe(200);
    expect(await world.sql('SELECT 1 FROM second_step')).toHaveLength(1);
    expect((await logOut(await provider.logoutToken({ sub }))).status).toBe(200);
    expect(await world.sql('SELECT 1 FROM second_step')).toHaveLength(0);
  });

  it('leaves sessions that came from elsewhere', async () => {
    const person = somebody();
    const mine = (await login.as(person)).session!;
    const there = (await new CompanyLogin(world.url, 'other', provider).as(somebody())).session!;
    expect((await logOut(await provider.logoutToken({ sub: person.sub }), { slug: 'other' })).status).toBe(200);
    expect([await login.statusOf(mine), await login.statusOf(there)]).toEqual([200, 200]);
    expect((await world.owner.get('users/me')).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, object?, boolean?]>([
    ['is signed by a key that is not published', {}, {}, true],
    ['names an unknown key', {}, { kid: 'unknown' }, true],
    ['is of another issuer', { iss: 'https://evil.example' }],
    ['is for another client', { aud: 'another client' }],
    ['has no audience', { aud: undefined }],
    ['has no time of issue', { iat: undefined }],
    ['was issued ten minutes ago', { iat: now() - 600 }],
    ['is issued in ten minutes', { iat: now() + 600 }],
    ['has expired', { exp: now() - 120 }],
    ['has no id', { jti: undefined }],
    ['has an id that is no text', { jti: 7 }],
    ['names no event', { events: undefined }],
    ['names another event', { events: { 'http://example.org/other': {} } }],
    ['names its event in a text', { events: LOGOUT_EVENT }],
    ['has a nonce, as id tokens have', { nonce: 'a nonce' }],
    ['is an id token by its type', {}, { typ: 'JWT+id' }],
    ['names neither a person nor a session', { sub: undefined }],
    ['names an empty person', { sub: '' }],
    ['names a person with NUL', { sub: 'a\0b' }],
    ['names a person of 10 kB', { sub: 'x'.repeat(10_000) }],
  ])('is refused if its token %s', async (_, changes, header = {}, isForeign = false) => {
    const person = somebody();
    const { session } = await login.as(person);
    const answer = await logOut(await provider.logoutToken({ sub: person.sub, ...changes }, header, isForeign));
    expect([answer.status, await login.statusOf(session!)]).toEqual([400, 200]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is done once for a token', async () => {
    const person = somebody();
    const token = await provider.logoutToken({ sub: person.sub });
    expect((await logOut(token)).status).toBe(200);
    const { session } = await login.as(person);
    expect([(await logOut(token)).status, await login.statusOf(session!)]).toEqual([400, 200]);
  });

  it.each([
    ['no token', ''],
    ['what is no token', 'not a token'],
    ['an unsigned token', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['a token of 100 kB', 'x'.repeat(100_000)],
  ])('is refused with %s', async (_, token) => {
    expect((await logOut(token)).status).toBe(400);
    expect((await logOut(token, { slug: 'nowhere' })).status).toBe(400);
  });
});
