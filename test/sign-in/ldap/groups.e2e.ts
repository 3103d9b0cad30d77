import { Attribute, Change } from 'ldapts';
import { runParley } from '../../support/command-line';
import type { Person } from '../../support/person';
import { World } from '../../support/world';
import { accountsOf, addDirectory, logIn, PROVIDERS } from './directory-provider';
import { describeWithSlapd, GROUPS, Slapd } from './slapd';

describeWithSlapd('Groups of a directory', () => {
  let world: World;
  let slapd: Slapd;
  let id: number;
  let mia: Person;
  beforeAll(async () => {
    slapd = await Slapd.start();
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    id = await addDirectory(world, slapd, { makes_owners: false });
    mia = await world.member('mia');
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  const links = () => `${PROVIDERS}/${id}/group_links`;
  const newGroup = async (name: string, members: number[] = []): Promise<number> =>
    (await world.owner.ok('POST', 'user_groups/create', { name, description: '', members })).group_id as number;
  const membersOf = async (group: number) => (await world.owner.ok('GET', `user_groups/${group}/members`)).members;
  const linked = async (external_group: string, more: object = {}): Promise<number> =>
    (await world.owner.ok('POST', links(), { external_group, ...more })).id as number;
  const come = async (uid: string): Promise<number> => {
    const { status, body } = await logIn(world, uid);
    expect([status, body.msg]).toEqual([200, '']);
    return body.user_id as number;
  };
  const leave = (group: string, dn: string) =>
    slapd.ask((client) => {
      const member = new Attribute({ type: 'member', values: [dn] });
      return client.modify(`cn=${group},${GROUPS}`, new Change({ operation: 'delete', modification: member }));
    });

  it('become user groups, whose members come and go with them', async () => {
    const [ana, ben] = [await slapd.addPerson('ana'), await slapd.addPerson('ben')];
    await slapd.addGroup('Engineers', [ana, ben]);
    const group = await newGroup('engineers here');
    await linked('engineers', { user_group_id: group });
    const ids = [await come('ana'), await come('ben')];
    expect(await membersOf(group)).toEqual(ids);
    await leave('Engineers', ana);
    await come('ana');
    expect(await membersOf(group)).toEqual([ids[1]]);
  });

  it('that are in other groups count for them, and circles end', async () => {
    const carl = await slapd.addPerson('carl');
    const inner = await slapd.addGroup('inner', [carl]);
    const middle = await slapd.addGroup('middle', [inner]);
    const outer = await slapd.addGroup('outer', [middle]);
    await slapd.ask((client) => {
      const member = new Attribute({ type: 'member', values: [outer] });
      return client.modify(inner, new Change({ operation: 'add', modification: member }));
    });
    const group = await newGroup('outer here');
    await linked(outer.toUpperCase(), { user_group_id: group });
    expect(await membersOf(group)).toEqual([]);
    const userId = await come('carl');
    expect(await membersOf(group)).toEqual([userId]);
  });

  it('refuse changes of members of linked user groups by people, with the reason', async () => {
    const group = await newGroup('closed', [mia.id]);
    await linked('closed there', { user_group_id: group });
    const refused = [
      await world.owner.post(`user_groups/${group}/members`, { add: [world.owner.id] }),
      await world.owner.post(`user_groups/${group}/members`, { delete: [mia.id] }),
      await mia.post(`user_groups/${group}/members`, { delete: [mia.id] }),
      await world.owner.post(`user_groups/${group}/subgroups`, { add: [await newGroup('sub')] }),
    ];
    for (const { status, body } of refused)
      expect([status, body.msg]).toEqual([400, 'This user group is managed by Directory']);
    expect(await membersOf(group)).toEqual([mia.id]);
    const other = await newGroup('free');
    await world.owner.ok('POST', `user_groups/${other}/members`, { add: [mia.id] });
  });

  it('take out a person of the directory whom people have added before the link', async () => {
    await slapd.addPerson('dana');
    const userId = await come('dana');
    const group = await newGroup('before', [userId, mia.id]);
    const link = await linked('before there', { user_group_id: group });
    await come('dana');
    expect(await membersOf(group)).toEqual([mia.id]);
    await world.owner.ok('DELETE', `${links()}/${link}`);
    await world.owner.ok('POST', `user_groups/${group}/members`, { add: [userId] });
  });

  it('mean roles, the strongest of which wins, and which end with them', async () => {
    const erik = await slapd.addPerson('erik');
    await slapd.addGroup('admins', [erik, await slapd.addPerson('filler')]);
    await slapd.addGroup('mods', [erik, 'uid=filler,dc=example,dc=org']);
    await linked('mods', { role: 'moderator' });
    await linked('admins', { role: 'administrator' });
    await come('erik');
    const role = async () => (await accountsOf(world, 'erik@example.org'))[0].role;
    expect(await role()).toBe(200);
    await leave('admins', erik);
    await come('erik');
    expect(await role()).toBe(300);
    await leave('mods', erik);
    await come('erik');
    expect(await role()).toBe(400);
  });

  it('make owners only where an owner has switched that on', async () => {
    await slapd.addGroup('bosses', [await slapd.addPerson('frida')]);
    const refused = await world.owner.post(links(), { external_group: 'bosses', role: 'owner' });
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('makes_owners')]);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { makes_owners: true });
    await linked('bosses', { role: 'owner' });
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { makes_owners: false });
    await come('frida');
    expect((await accountsOf(world, 'frida@example.org'))[0].role).toBe(400);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { makes_owners: true });
    await come('frida');
    expect((await accountsOf(world, 'frida@example.org'))[0].role).toBe(100);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { makes_owners: false });
  });

  it('mean subscriptions to channels, which end with them', async () => {
    const gil = await slapd.addPerson('gil');
    await slapd.addGroup('sales', [gil, await slapd.addPerson('hana')]);
    for (const name of ['from sales', 'own choice'])
      await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name }] });
    const channel = async (name: string) =>
      (await world.owner.ok('GET', 'get_stream_id', { stream: name })).stream_id as number;
    await linked('sales', { channel_ids: [await channel('from sales')] });
    const userId = await come('gil');
    const isIn = async (name: string) =>
      (await world.owner.ok('GET', `users/${userId}/subscriptions/${await channel(name)}`)).is_subscribed;
    expect(await isIn('from sales')).toBe(true);
    await world.owner.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'own choice' }],
      principals: [userId],
    });
    await leave('sales', gil);
    await come('gil');
    expect([await isIn('from sales'), await isIn('own choice')]).toEqual([false, true]);
  });

  it.each([
    ['no meaning', {}, 400],
    ['a user group that there is not', { user_group_id: 999_999 }, 400],
    ['a channel that there is not', { channel_ids: [999_999] }, 400],
    ['a role that there is not', { role: 'emperor' }, 400],
    ['a blank name', { external_group: ' ', role: 'guest' }, 400],
    ['a name that is too long', { external_group: 'x'.repeat(501), role: 'guest' }, 400],
  ])('are not linked with %s', async (_, more, status) => {
    const before = await world.owner.ok('GET', links());
    expect((await world.owner.post(links(), { external_group: 'odd', ...more })).status).toBe(status);
    expect(await world.owner.ok('GET', links())).toEqual(before);
  });

  it('are linked once, listed, and linked and seen by owners alone', async () => {
    const group = await newGroup('once');
    const link = { external_group: 'once', user_group_id: group, role: 'guest', channel_ids: [] };
    const linkId = await linked('once', link);
    expect((await world.owner.post(links(), link)).status).toBe(400);
    const { group_links: all } = await world.owner.ok('GET', links());
    expect(all).toContainEqual({ id: linkId, ...link });
    const alma = await world.admin('alma');
    const answers = [
      await alma.get(links()),
      await alma.post(links(), link),
      await alma.delete(`${links()}/${linkId}`),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('UNAUTHORIZED_PRINCIPAL'));
    await world.owner.ok('DELETE', `${links()}/${linkId}`);
    expect((await world.owner.delete(`${links()}/${linkId}`)).status).toBe(400);
    expect((await world.owner.get(`${PROVIDERS}/999999/group_links`)).status).toBe(400);
    expect((await world.owner.delete(`${PROVIDERS}/999999/group_links/1`)).status).toBe(400);
  });

  it('are linked and unlinked on the command line', async () => {
    const group = await newGroup('from the shell');
    const environment = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };
    const sso = (...args: string[]) => runParley(world, ['sso', ...args], { environment });
    const made = await sso('link-group', 'dir', 'Shell People', 'from the shell', '--role', 'moderator');
    expect([made.code, made.complaint, made.out]).toEqual([0, '', expect.stringContaining('from the shell')]);
    const { group_links: all } = await world.owner.ok('GET', links());
    expect(all).toContainEqual(expect.objectContaining({ external_group: 'Shell People', user_group_id: group }));
    expect((await sso('link-group', 'dir', 'Shell People', 'not there')).code).toBe(1);
    expect((await sso('unlink-group', 'dir', 'shell people', 'from the shell')).code).toBe(0);
    expect((await sso('unlink-group', 'dir', 'shell people', 'from the shell')).code).toBe(1);
  });
});
