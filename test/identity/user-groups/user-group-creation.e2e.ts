import { fromNowOn } from '../../support/from-now-on';
import { OtherOrganization, createOtherOrganization } from '../../support/other-organization';
import { BAD_REQUEST, Group, groupSeenBy, groupsSeenBy, makeGroup, refusal, setOf } from '../../support/groups';
import { logOf } from '../../support/audit-log';
import { Person } from '../../support/person';
import { World } from '../../support/world';

const SETTINGS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;

describe('new user groups', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let ada: Person;
  let gus: Person;
  let foreign: OtherOrganization;
  const system: Record<string, number> = {};
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    [ada, gus] = [await world.admin('ada'), await world.guest('gus')];
    foreign = await createOtherOrganization(world);
    for (const { id, name } of await groupsSeenBy(ana)) system[name] = id;
  });
  afterAll(() => world.stop());

  const named = async (name: string): Promise<Group | undefined> =>
    (await groupsSeenBy(ana, { include_deactivated_groups: true })).find((group) => group.name === name);
  const deactivate = (by: Person, id: number) => by.ok('POST', `user_groups/${id}/deactivate`);

  describe('are created', () => {
    it('by members, who manage them without becoming a member', async () => {
      const created = fromNowOn();
      const id = await makeGroup(ana, 'backend', [bo, gus]);
      const group = await groupSeenBy(bo, id);
      expect(group).toEqual({
        id,
        name: 'backend',
        description: 'about backend',
        date_created: created(),
        creator_id: ana.id,
        members: [bo.id, gus.id],
        direct_subgroup_ids: [],
        is_system_group: false,
        deactivated: false,
        can_add_members_group: setOf([ana]),
        can_join_group: system['role:nobody'],
        can_leave_group: system['role:everyone'],
        can_manage_group: setOf([ana]),
        can_mention_group: system['role:everyone'],
        can_remove_members_group: system['role:nobody'],
      });
      const [entry] = await logOf(world.owner, { limit: 1 });
      expect(entry).toMatchObject({ actor_id: ana.id, action: 'created', object_type: 'user_group', object_id: id });
      expect(entry.after).toMatchObject({ name: 'backend', member_ids: [bo.id, gus.id], subgroup_ids: [] });
    });

    it('with subgroups, an empty description, each member once, and a trimmed name', async () => {
      const inner = await makeGroup(ana, 'inner');
      const given = {
        name: '  outer ',
        description: '',
        members: [bo.id, bo.id],
        subgroups: [inner, system['role:owners']],
      };
      const { group_id } = await ana.ok('POST', 'user_groups/create', given);
      expect(await groupSeenBy(ana, group_id as number)).toMatchObject({
        name: 'outer',
        description: '',
        members: [bo.id],
        direct_subgroup_ids: [system['role:owners'], inner],
      });
    });

    it.each(SETTINGS)('with %s as requested, stored in one form', async (setting) => {
      const inner = await makeGroup(ana, `inner of ${setting}`);
      const make = (name: string, value: unknown) => makeGroup(ana, `${name} ${setting}`, [], { [setting]: value });
      const whole = await make('whole', inner);
      const wrapped = await make('wrapped', setOf([], [inner]));
      const empty = await make('empty', setOf([]));
      const several = await make('several', { direct_members: [bo.id, ana.id, bo.id], direct_subgroups: [inner] });
      expect((await groupSeenBy(ana, whole))[setting]).toBe(inner);
      expect((await groupSeenBy(ana, wrapped))[setting]).toBe(inner);
      expect((await groupSeenBy(ana, empty))[setting]).toBe(system['role:nobody']);
      expect((await groupSeenBy(ana, several))[setting]).toEqual(setOf([ana, bo], [inner]));
    });

    it('with names that differ in case only', async () => {
      await makeGroup(ana, 'Case');
      expect(await makeGroup(ana, 'case')).toBeGreaterThan(0);
    });

    it('but not with the name of another group, even a deactivated one', async () => {
      const id = await makeGroup(ana, 'taken');
      const again = { name: 'taken', description: '', members: [] };
      expect(refusal(await bo.post('user_groups/create', again))).toEqual(BAD_REQUEST);
      await deactivate(ana, id);
      expect(refusal(await bo.post('user_groups/create', again))).toEqual(BAD_REQUEST);
      expect(refusal(await bo.post('user_groups/create', { ...again, name: ' taken ' }))).toEqual(BAD_REQUEST);
    });

    it('once, when many requests use the same name at once', async () => {
      const attempts = Array.from({ length: 6 }, () =>
        ana.post('user_groups/create', { name: 'only one', description: '', members: [] }),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it.each<[string, Record<string, unknown>, string?]>([
      ['no name', { name: undefined }, 'REQUEST_VARIABLE_MISSING'],
      ['no description', { description: undefined }, 'REQUEST_VARIABLE_MISSING'],
      ['no members', { members: undefined }, 'REQUEST_VARIABLE_MISSING'],
      ['a blank name', { name: '  ' }],
      ['a name of 101 characters', { name: 'x'.repeat(101) }],
      ['NUL in the name', { name: 'a\0b' }],
      ['a name like a mention', { name: '@backend' }],
      ['the name of a system group', { name: 'role:members' }],
      ['the beginning of a system group', { name: 'role:anything' }],
      ['such a beginning in another case, behind white space', { name: ' Role:members' }],
      ['user:', { name: 'user:1' }],
      ['stream:', { name: 'stream:1' }],
      ['channel:', { name: 'channel:1' }],
      ['text for members', { members: 'ana' }],
      ['an object for members', { members: { id: 1 } }],
      ['a fraction among members', { members: '[1.5]' }],
      ['an unknown member', { members: [999_999] }],
      ['text for subgroups', { subgroups: 'x' }],
      ['an unknown subgroup', { subgroups: [999_999] }],
      ['an unknown group as a setting', { can_join_group: 999_999 }],
      ['an unknown user in a setting', { can_join_group: { direct_members: [999_999], direct_subgroups: [] } }],
      ['half a set', { can_join_group: { direct_members: [] } }],
      ['a change for a setting', { can_join_group: { new: 1 } }],
      ['text for a setting', { can_join_group: '"role:members"' }],
    ])('but not with %s', async (_, wrong, code = 'BAD_REQUEST') => {
      const before = (await groupsSeenBy(ana)).length;
      const given = { name: 'never made', description: '', members: [], ...wrong };
      const answer = await ana.post('user_groups/create', given);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
      expect(await groupsSeenBy(ana)).toHaveLength(before);
    });

    it('but not with deactivated or foreign users and groups, or the system bot', async () => {
      const former = await world.member('former');
      await closeAccount(former);
      const [{ id: bot }] = await world.sql<{ id: string }>(
        'SELECT id FROM user_account WHERE is_system_bot AND organization_id = $1',
        [world.organizationId],
      );
      const dissolved = await makeGroup(ana, 'dissolved');
      await deactivate(ana, dissolved);
      for (const wrong of [
        { members: [ana.id, former.id] },
        { members: [Number(bot)] },
        { members: [foreign.userId] },
        { subgroups: [dissolved] },
        { subgroups: [foreign.groupId] },
        { subgroups: [foreign.systemGroupId] },
        { can_manage_group: dissolved },
        { can_manage_group: foreign.groupId },
        { can_manage_group: setOf([former]) },
        { can_manage_group: { direct_members: [foreign.userId], direct_subgroups: [] } },
      ]) {
        const answer = await ana.post('user_groups/create', { name: 'wrong', description: '', members: [], ...wrong });
        expect(refusal(answer)).toEqual(BAD_REQUEST);
      }
      expect(await named('wrong')).toBeUndefined();
    });

    it('but not by guests or users without the permission', async () => {
      const given = { name: 'forbidden', description: '', members: [] };
      expect(refusal(await gus.post('user_groups/create', given))).toEqual(BAD_REQUEST);
      await permit({ can_create_groups: system['role:administrators'] });
      expect(refusal(await ana.post('user_groups/create', given))).toEqual(BAD_REQUEST);
      expect((await ada.post('user_groups/create', given)).status).toBe(200);
      // A guest in a permitted group does not get the permission.
      await permit({ can_create_groups: setOf([ana, gus]) });
      expect(refusal(await gus.post('user_groups/create', { ...given, name: 'by a guest' }))).toEqual(BAD_REQUEST);
      expect((await ana.post('user_groups/create', { ...given, name: 'by ana' })).status).toBe(200);
      await permit({});
    });
  });

  const permit = async (permissions: Record<string, unknown>): Promise<void> => {
    await world.sql(
      `UPDATE organization SET permission_version = permission_version + 1,
        settings = jsonb_set(settings, '{permissions}', $2::jsonb) WHERE id = $1`,
      [world.organizationId, JSON.stringify(permissions)],
    );
  };

  const closeAccount = async (person: Person): Promise<void> => {
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [person.id]);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
  };
});
