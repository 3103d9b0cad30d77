import { World } from '../../support/world';
import { TestProvider } from './provider';

describe('Logging in with OpenID Connect', () => {
  let world: World;
  let provider: TestProvider;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    const { body } = await world.request('GET', 'server_settings');
    provider = await TestProvider.start(`${String(body.realm_url)}/complete/oidc/corp`);
    await world.owner.post('realm/identity_providers', {
      kind: 'oidc',
      slug: 'corp',
      name: 'Corp',
      issuer: provider.issuer,
      client_id: 'parley',
      client_secret: 'a secret of the client',
      jit: true,
      link_by_address: true,
      domain: 'example.org',
      role_claim: 'role',
    });
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const begin = (query = '') => fetch(`${world.url}/accounts/login/social/oidc/corp${query}`, { redirect: 'manual' });
  const cookieIn = (answer: Response) => answer.headers.getSetCookie().find((one) => one.startsWith('login_browser='))!;
  const logIn = async (sub: string, query = '') => {
    const begun = await begin(query);
    const back = await provider.logIn(begun.headers.get('location')!, sub);
    const path = new URL(back).pathname + new URL(back).search;
    const headers = { cookie: cookieIn(begun).split(';')[0] };
    return { path, headers, answer: await fetch(world.url + path, { redirect: 'manual', headers }) };
  };

  it('makes an account at the first login, and finds it at the next one', async () => {
    provider.add({ sub: 'new', email: 'new@example.org', email_verified: true, name: 'New Person' });
    const first = await logIn('new');
    expect([first.answer.status, first.answer.headers.get('location')]).toEqual([302, '/']);
    expect(first.answer.headers.getSetCookie().some((one) => one.startsWith('sessionid='))).toBe(true);
    provider.add({ sub: 'new', email: 'renamed@example.org', email_verified: true, name: 'New Person' });
    expect((await logIn('new')).answer.status).toBe(302);
    const rows = await world.sql(`SELECT full_name FROM user_account WHERE delivery_email LIKE '%@example.org' AND
      full_name = 'New Person'`);
    expect(rows).toEqual([{ full_name: 'New Person' }]);
  });

  it('accepts an answer once', async () => {
    provider.add({ sub: 'once', email: 'once@example.org', email_verified: true });
    const { path, headers } = await logIn('once');
    expect((await fetch(world.url + path, { redirect: 'manual', headers })).status).toBe(401);
  });

  it('refuses the state of another browser', async () => {
    provider.add({ sub: 'other', email: 'other@example.org', email_verified: true });
    const begun = await begin();
    const back = new URL(await provider.logIn(begun.headers.get('location')!, 'other'));
    const headers = { cookie: cookieIn(await begin()).split(';')[0] };
    expect((await fetch(world.url + back.pathname + back.search, { redirect: 'manual', headers })).status).toBe(401);
  });

  it.each([
    ['has not verified', false],
    ['calls nothing', undefined],
  ])('makes no account for an address that the provider %s', async (_, verified) => {
    provider.add({
      sub: `un${String(verified)}`,
      email: `un${String(verified)}@example.org`,
      email_verified: verified,
    });
    expect((await logIn(`un${String(verified)}`)).answer.status).toBe(401);
  });

  it('links a member with the same verified address', async () => {
    const ana = await world.member('ana');
    provider.add({ sub: 'ana', email: 'Ana@example.org', email_verified: true });
    expect((await logIn('ana')).answer.status).toBe(302);
    expect(await world.sql(`SELECT user_id FROM external_identity WHERE subject = 'ana'`)).toEqual([
      { user_id: ana.id },
    ]);
  });

  it('never links an owner or an administrator by the address', async () => {
    await world.admin('boss');
    for (const name of ['boss', 'olivia']) {
      provider.add({ sub: name, email: `${name}@example.org`, email_verified: true });
      expect((await logIn(name)).answer.status).toBe(401);
    }
  });

  it('makes no owner', async () => {
    provider.add({ sub: 'king', email: 'king@example.org', email_verified: true, role: 'owner' });
    expect((await logIn('king')).answer.status).toBe(302);
    expect(await world.sql(`SELECT role FROM user_account WHERE delivery_email = 'king@example.org'`)).toEqual([
      { role: 400 },
    ]);
  });

  it('leads the mobile app back with its key', async () => {
    const pad = 'ab'.repeat(32);
    provider.add({ sub: 'app', email: 'app@example.org', email_verified: true });
    const { answer } = await logIn('app', `?mobile_flow_otp=${pad}`);
    const url = new URL(answer.headers.get('location')!);
    expect([url.protocol, url.host]).toEqual(['zulip:', 'login']);
    const bytes = Buffer.from(url.searchParams.get('otp_encrypted_api_key')!, 'hex');
    const key = Buffer.from(bytes.map((byte) => byte ^ 0xab)).toString('ascii');
    const authorization = `Basic ${Buffer.from(`app@example.org:${key}`).toString('base64')}`;
    expect((await world.request('GET', 'users/me', {}, authorization)).status).toBe(200);
  });

  it('ends its sessions and keys when an owner switches it off', async () => {
    const pad = 'cd'.repeat(32);
    provider.add({ sub: 'gone', email: 'gone@example.org', email_verified: true });
    const { answer } = await logIn('gone');
    const cookie = answer.headers
      .getSetCookie()
      .find((one) => one.startsWith('sessionid='))!
      .split(';')[0];
    const led = new URL((await logIn('gone', `?mobile_flow_otp=${pad}`)).answer.headers.get('location')!);
    const bytes = Buffer.from(led.searchParams.get('otp_encrypted_api_key')!, 'hex');
    const key = Buffer.from(bytes.map((byte) => byte ^ 0xcd)).toString('ascii');
    const authorization = `Basic ${Buffer.from(`gone@example.org:${key}`).toString('base64')}`;
    const statuses = async () => [
      (await fetch(`${world.url}/json/users/me`, { headers: { cookie } })).status,
      (await world.request('GET', 'users/me', {}, authorization)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const { body } = await world.owner.get('realm/identity_providers');
    const all = body.identity_providers as { id: number; slug: string; has_secret: boolean }[];
    expect(all).toMatchObject([{ slug: 'corp', has_secret: true }]);
    expect(JSON.stringify(all)).not.toContain('a secret of the client');
    await world.owner.patch(`realm/identity_providers/${all[0].id}`, { enabled: false });
    expect(await statuses()).toEqual([401, 401]);
    expect((await begin()).status).toBe(400);
  });

  it('is changed by owners only', async () => {
    const boss = await world.admin('second boss');
    const { status, body } = await boss.get('realm/identity_providers');
    expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  });
});
