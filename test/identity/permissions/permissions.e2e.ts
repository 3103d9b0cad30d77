import {
  GroupSetting,
  GroupSettingMemberIsUnknown,
  GroupSettings,
  Organizations,
  Permissions,
  UserGroupIsDeactivated,
  UserGroupIsUnknown,
} from '@app/identity';
import { lock, Transactions } from '@app/platform';
import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('the cached permissions of an organization', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const version = async () =>
    Number((await world.sql<{ v: string }>('SELECT permission_version AS v FROM organization'))[0].v);
  const makeGroup = async (name: string, members: number[], isDeactivated = false) => {
    const [{ id }] = await world.sql<{ id: string }>(
      'INSERT INTO user_group (organization_id, name, deactivated) VALUES ($1, $2, $3) RETURNING id',
      [world.organizationId, name, isDeactivated],
    );
    for (const member of members) await world.sql('INSERT INTO user_group_member VALUES ($1, $2)', [id, member]);
    return Number(id);
  };
  const subject = (person: Person) => ({ userId: person.id as never, role: 400, joinedAt: 0 });

  it('stay in memory until a change, and end with the next request', async () => {
    const permissions = world.service(Permissions);
    const before = { organizationId: world.organizationId, permissionVersion: await version() };
    const known = await permissions.cached(before);
    const group = await makeGroup('backend', [ana.id]);
    expect(await permissions.cached(before)).toBe(known);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
    const graph = await permissions.cached({ ...before, permissionVersion: await version() });
    expect(graph.holds(subject(ana), group)).toBe(true);
    expect(graph.holds(subject(world.owner), group)).toBe(false);
    expect(await permissions.current(world.organizationId)).toBe(graph);
  });

  it('do not contain changes of a transaction that rolls back', async () => {
    const permissions = world.service(Permissions);
    const organizations = world.service(Organizations);
    const attempt = world.service(Transactions).run([lock.organization(world.organizationId)], async () => {
      await organizations.raiseVersion(world.organizationId);
      await permissions.current(world.organizationId);
      await organizations.current(world.organizationId);
      throw new Error('never mind');
    });
    await expect(attempt).rejects.toThrow('never mind');
    expect((await permissions.current(world.organizationId)).version).toBe(await version());
    expect((await organizations.current(world.organizationId)).version).toBe(await version());
  });

  it('accept only active users and groups', async () => {
    const former = await world.member('former');
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [former.id]);
    const dissolved = await makeGroup('dissolved', [], true);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
    const settings = world.service(GroupSettings);
    const checked = (value: GroupSetting) =>
      settings.checked(world.organizationId, 'channel', { can_subscribe_group: value });
    const of = (...direct_members: number[]) => ({ direct_members, direct_subgroups: [] });
    await expect(checked(of(ana.id, former.id))).rejects.toThrow(new GroupSettingMemberIsUnknown(former.id));
    await expect(checked(of(999_999))).rejects.toThrow(new GroupSettingMemberIsUnknown(999_999));
    await expect(checked(of(2))).rejects.toThrow(new GroupSettingMemberIsUnknown(2));
    await expect(checked(dissolved)).rejects.toThrow(UserGroupIsDeactivated);
    await expect(checked(999_999)).rejects.toThrow(UserGroupIsUnknown);
    expect(await checked(of(ana.id, world.owner.id, ana.id))).toEqual({
      can_subscribe_group: of(world.owner.id, ana.id),
    });
  });
});
