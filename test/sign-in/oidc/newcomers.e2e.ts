import { World } from '../../support/world';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';

const PATH = 'realm/identity_providers';

describe('People who come by a provider for the first time', () => {
  let world: World;
  let provider: HostileProvider;
  let login: CompanyLogin;
  let id: number;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley' };
    id = (await world.owner.ok('POST', PATH, options)).id as number;
    login = new CompanyLogin(world.url, 'corp', provider);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const set = (options: object) => world.owner.ok('PATCH', `${PATH}/${id}`, { ...options });
  const person = (sub: string) => ({ sub, email: `${sub}@example.org`, email_verified: true });
  const accountOf = async (sub: string) =>
    (
      await world.sql<{ id: number; role: number; password: string | null }>(
        `SELECT u.id::int, u.role::int, u.password_hash AS password FROM external_identity e
          JOIN user_account u ON u.id = e.user_id WHERE e.subject = $1`,
        [sub],
      )
    )[0];
  const invite = (sub: string, more: object = {}) =>
    world.owner.ok('POST', 'invites', { invitee_emails: `${sub}@example.org`, stream_ids: [], ...more });
  const comes = async (sub: string, email = `${sub}@example.org`) =>
    (await login.as({ ...person(sub), email })).status === 302;

  it.each([
    ['off', { jit: false, invited_only: false, domain: '' }, [false, false, false]],
    ['on', { jit: true, invited_only: false, domain: '' }, [true, true, true]],
    ['by domain', { jit: true, invited_only: false, domain: 'example.org' }, [true, true, false]],
    ['invited', { jit: true, invited_only: true, domain: '' }, [true, false, false]],
    ['invited, by domain', { jit: true, invited_only: true, domain: 'example.net' }, [false, false, false]],
    ['off, invited', { jit: false, invited_only: true, domain: '' }, [false, false, false]],
  ])('get accounts where they are %s', async (name, options, expected) => {
    await set(options);
    const sub = `person-${name.replace(/\W/g, '')}`;
    await invite(sub);
    const found = [await comes(sub), await comes(`uninvited-${sub}`), await comes(`far-${sub}`, `${sub}@example.com`)];
    expect(found).toEqual(expected);
  });

  it('get the role, the channels and the groups of their invitation, which is used up', async () => {
    await set({ jit: true, invited_only: true, domain: '' });
    await world.owner.subscribe('sales');
    const channel = await world.owner.channelId('sales');
    const { group_id: group } = await world.owner.ok('POST', 'user_groups/create', {
      name: 'sellers',
      description: '',
      members: [],
    });
    await invite('gustav', { invite_as: 600, stream_ids: [channel], group_ids: [group] });
    expect(await comes('gustav')).toBe(true);
    const { id: userId, role, password } = await accountOf('gustav');
    expect([role, password]).toEqual([600, null]);
    expect((await world.owner.ok('GET', `user_groups/${group as number}/members`)).members).toEqual([userId]);
    expect((await world.owner.ok('GET', `streams/${channel}/members`)).subscribers).toContain(userId);
    expect(await world.sql(`SELECT 1 FROM invitation WHERE email LIKE 'gustav%'`)).toEqual([]);
  });

  it('get the role that a claim says, rather than that of the invitation', async () => {
    await set({ role_claim: 'role' });
    await invite('moritz', { invite_as: 600 });
    await login.as({ ...person('moritz'), role: 'moderator' });
    expect(await accountOf('moritz')).toMatchObject({ role: 300 });
    await set({ role_claim: '' });
  });

  it('do not become administrators by an invitation, for which the mailed link is needed', async () => {
    await invite('boss', { invite_as: 200 });
    expect(await comes('boss')).toBe(false);
    expect(await world.sql(`SELECT 1 FROM invitation WHERE email LIKE 'boss%'`)).toHaveLength(1);
  });

  it('do not come by an invitation that is too old, or of a user who has left', async () => {
    const leaver = await world.member('leaver');
    await world.owner.ok('PATCH', 'realm', { can_invite_users_group: { new: await members() } });
    await leaver.ok('POST', 'invites', { invitee_emails: 'friend@example.org', stream_ids: [] });
    await world.owner.ok('DELETE', `users/${leaver.id}`);
    await invite('late');
    await world.sql(`UPDATE invitation SET expires_at = now() - interval '1 second' WHERE email LIKE 'late%'`);
    expect([await comes('friend'), await comes('late')]).toEqual([false, false]);
  });

  const members = async (): Promise<number> => {
    const { user_groups: groups } = await world.owner.ok('GET', 'user_groups');
    return (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:members')!.id;
  };
});
