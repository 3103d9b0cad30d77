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

describe('user groups', () => {
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
  const update = (by: Person, id: number, changes: Record<string, unknown>) => by.patch(`user_groups/${id}`, changes);
  const updated = (by: Person, id: number, changes: Record<string, unknown>) =>
    by.ok('PATCH', `user_groups/${id}`, changes);
  const deactivate = (by: Person, id: number) => by.ok('POST', `user_groups/${id}/deactivate`);

  it('cannot be deleted: the method is not allowed, and groups are deactivated instead', async () => {
    const id = await makeGroup(ana, 'not deleted');
    for (const person of [world.owner, ana, gus])
      expect(await person.delete(`user_groups/${id}`)).toMatchObject({
        status: 405,
        body: { result: 'error', code: 'BAD_REQUEST', allowed_methods: ['PATCH'] },
      });
    expect((await named('not deleted'))!.deactivated).toBe(false);
  });

  describe('are listed', () => {
    it('by id, system groups first, with the users of each role', async () => {
      const groups = await groupsSeenBy(ana);
      expect(groups.map(({ id }) => id)).toEqual(groups.map(({ id }) => id).sort((one, other) => one - other));
      const shown = groups
        .slice(0, 8)
        .map(({ name, members, direct_subgroup_ids }) => [name, members, direct_subgroup_ids]);
      const members = (await groupSeenBy(ana, system['role:members'])).members;
      expect(members).toEqual(expect.arrayContaining([ana.id, bo.id]));
      expect(shown).toEqual([
        ['role:nobody', [], []],
        ['role:owners', [world.owner.id], []],
        ['role:administrators', [ada.id], [system['role:owners']]],
        ['role:moderators', [], [system['role:administrators']]],
        ['role:fullmembers', members, [system['role:moderators']]],
        ['role:members', members, [system['role:fullmembers']]],
        ['role:everyone', [gus.id], [system['role:members']]],
        ['role:internet', [], [system['role:everyone']]],
      ]);
      for (const group of groups.slice(0, 8)) {
        expect(group).toMatchObject({ is_system_group: true, creator_id: null, deactivated: false });
        for (const setting of SETTINGS) expect(group[setting]).toBe(system['role:nobody']);
      }
    });

    it('without deactivated groups, unless requested', async () => {
      const id = await makeGroup(ana, 'out of use');
      await deactivate(ana, id);
      const ids = async (parameters = {}) => (await groupsSeenBy(bo, parameters)).map((group) => group.id);
      expect(await ids()).not.toContain(id);
      expect(await ids({ include_deactivated_groups: false })).not.toContain(id);
      expect(await ids({ include_deactivated_groups: true })).toContain(id);
    });

    it('without deactivated users, in members and in settings', async () => {
      const leaver = await world.member('leaver');
      const id = await makeGroup(ana, 'with a leaver', [leaver, bo], { can_join_group: setOf([leaver]) });
      await closeAccount(leaver);
      expect(await groupSeenBy(ana, id)).toMatchObject({ members: [bo.id], can_join_group: setOf([]) });
    });

    it('but not for guests', async () => {
      expect(refusal(await gus.get('user_groups'))).toEqual(BAD_REQUEST);
      expect(refusal(await ana.get('user_groups', { include_deactivated_groups: 1 }))).toEqual(BAD_REQUEST);
    });

    it('without those of other organizations', async () => {
      const ids = (await groupsSeenBy(world.owner, { include_deactivated_groups: true })).map(({ id }) => id);
      expect(ids).not.toContain(foreign.groupId);
      expect(ids).not.toContain(foreign.systemGroupId);
    });
  });

  describe('are changed', () => {
    it('in name and description, without an event when nothing changes', async () => {
      const id = await makeGroup(ana, 'old name');
      await updated(ana, id, { name: ' new name ', description: 'another' });
      expect(await groupSeenBy(ana, id)).toMatchObject({ name: 'new name', description: 'another' });
      const [entry] = await logOf(world.owner, { limit: 1 });
      expect(entry).toMatchObject({
        actor_id: ana.id,
        action: 'changed',
        object_type: 'user_group',
        object_id: id,
        before: { name: 'old name', description: 'about old name' },
        after: { name: 'new name', description: 'another' },
      });
      await updated(ana, id, { name: 'new name', description: 'another' });
      expect((await logOf(world.owner, { limit: 1 }))[0].id).toBe(entry.id);
    });

    it.each(SETTINGS)('in %s, from the expected old value to the new one', async (setting) => {
      const id = await makeGroup(ana, `change of ${setting}`, [], { [setting]: setOf([bo]) });
      const stale = await update(world.owner, id, { [setting]: { new: setOf([ana]), old: setOf([ana]) } });
      expect(refusal(stale)).toEqual({ ...BAD_REQUEST, code: 'EXPECTATION_MISMATCH', field_name: 'old' });
      // A wrong expected value is refused even if the new value is the current one.
      const idle = await update(world.owner, id, { [setting]: { new: setOf([bo]), old: system['role:nobody'] } });
      expect(refusal(idle)).toEqual({ ...BAD_REQUEST, code: 'EXPECTATION_MISMATCH', field_name: 'old' });
      const admins = system['role:administrators'];
      await updated(world.owner, id, { [setting]: { new: setOf([], [admins]), old: setOf([bo]) } });
      expect((await groupSeenBy(ana, id))[setting]).toBe(admins);
      await updated(world.owner, id, { [setting]: { new: setOf([bo, ana]), old: setOf([], [admins]) } });
      expect((await groupSeenBy(ana, id))[setting]).toEqual(setOf([ana, bo]));
      await updated(world.owner, id, { [setting]: { new: system['role:nobody'] } });
      const [entry] = await logOf(world.owner, { limit: 1 });
      expect([entry.before, entry.after]).toEqual([
        { [setting]: setOf([ana, bo]) },
        { [setting]: system['role:nobody'] },
      ]);
    });

    it.each<[(typeof SETTINGS)[number], string[], string[]]>([
      ['can_add_members_group', ['role:internet', 'role:everyone'], ['role:nobody', 'role:members', 'role:owners']],
      ['can_join_group', ['role:internet', 'role:everyone'], ['role:nobody', 'role:fullmembers', 'role:owners']],
      ['can_leave_group', ['role:internet'], ['role:nobody', 'role:everyone', 'role:owners']],
      ['can_manage_group', ['role:internet', 'role:everyone'], ['role:nobody', 'role:moderators', 'role:owners']],
      ['can_mention_group', ['role:internet', 'role:owners'], ['role:nobody', 'role:everyone', 'role:members']],
      ['can_remove_members_group', ['role:internet', 'role:everyone'], ['role:nobody', 'role:members']],
    ])('in %s, but not to %j', async (setting, forbidden, allowed) => {
      const id = await makeGroup(world.owner, `table of ${setting}`);
      for (const name of forbidden) {
        const wrong = [system[name], setOf([], [system[name]]), setOf([ana], [system[name]])];
        for (const value of wrong) {
          expect(refusal(await update(world.owner, id, { [setting]: { new: value } }))).toEqual(BAD_REQUEST);
        }
        const given = { name: 'wrong', description: '', members: [], [setting]: system[name] };
        expect(refusal(await ana.post('user_groups/create', given))).toEqual(BAD_REQUEST);
      }
      for (const name of allowed) {
        await updated(world.owner, id, { [setting]: { new: system[name] } });
        expect((await groupSeenBy(ana, id))[setting]).toBe(system[name]);
      }
    });

    it.each<[string, Record<string, unknown>]>([
      ['nothing', {}],
      ['nothing that is known', { colour: 'red' }],
      ['a blank name', { name: ' ' }],
      ['a name of 101 characters', { name: 'x'.repeat(101) }],
      ['a reserved name', { name: 'role:members' }],
      ['a taken name', { name: 'role:owners' }],
      ['NUL in the description', { description: '\0' }],
      ['an unwrapped setting', { can_join_group: 1 }],
      ['no new value', { can_join_group: { old: 1 } }],
      ['an unexpected key', { can_join_group: { new: 1, newer: 2 } }],
      ['text for a setting', { can_join_group: { new: 'role:nobody' } }],
      ['an unknown group', { can_join_group: { new: 999_999 } }],
      ['an unknown person', { can_join_group: { new: { direct_members: [999_999], direct_subgroups: [] } } }],
      ['a word for the flag', { deactivated: '"false"' }],
    ])('but not by %s', async (_, changes) => {
      const id = (await named('unchanged'))?.id ?? (await makeGroup(ana, 'unchanged'));
      const before = await groupSeenBy(ana, id);
      expect(refusal(await update(ana, id, { description: undefined, ...changes }))).toEqual(BAD_REQUEST);
      expect(await groupSeenBy(ana, id)).toEqual(before);
    });

    it('all properties together or none', async () => {
      const id = await makeGroup(ana, 'in one piece');
      const changes = { name: 'in pieces', description: 'x', can_join_group: { new: system['role:everyone'] } };
      expect(refusal(await update(ana, id, changes))).toEqual(BAD_REQUEST);
      expect(await groupSeenBy(ana, id)).toMatchObject({ name: 'in one piece', description: 'about in one piece' });
    });

    it('but not to the name of another group, even a deactivated one; to another case, yes', async () => {
      const id = await makeGroup(ana, 'unique');
      const other = await makeGroup(ana, 'occupied');
      await deactivate(ana, other);
      expect(refusal(await update(ana, id, { name: 'occupied' }))).toEqual(BAD_REQUEST);
      await updated(ana, id, { name: 'UNIQUE' });
      expect((await groupSeenBy(ana, id)).name).toBe('UNIQUE');
    });

    it('with unknown parameters reported on success', async () => {
      const id = await makeGroup(ana, 'with extras');
      const body = await updated(ana, id, { description: 'x', members: [1], is_system_group: true });
      expect(body.ignored_parameters_unsupported).toEqual(['is_system_group', 'members']);
    });

    it.each(['0', '-1', '999999', '1.5', 'abc', '99999999999999999999', '__proto__'])(
      'but not for an unknown id: %s',
      async (id) => {
        expect(refusal(await world.owner.patch(`user_groups/${id}`, { name: 'x' }))).toEqual(BAD_REQUEST);
        expect(refusal(await world.owner.post(`user_groups/${id}/deactivate`))).toEqual(BAD_REQUEST);
      },
    );

    it('but not in another organization, which answers as for an unknown id', async () => {
      const there = await world.owner.patch(`user_groups/${foreign.groupId}`, { name: 'mine' });
      const nowhere = await world.owner.patch('user_groups/999999', { name: 'mine' });
      const without = (text: string, id: number) => text.replace(String(id), 'ID');
      expect(without(there.body.msg, foreign.groupId)).toBe(without(nowhere.body.msg, 999_999));
      expect(refusal(there)).toEqual(refusal(nowhere));
      expect(refusal(await world.owner.post(`user_groups/${foreign.groupId}/deactivate`))).toEqual(BAD_REQUEST);
    });

    it.each(['role:nobody', 'role:owners', 'role:members', 'role:internet'])(
      'but not if it is %s, by any user',
      async (name) => {
        for (const person of [world.owner, ada, ana]) {
          expect(refusal(await update(person, system[name], { description: 'x' }))).toEqual(BAD_REQUEST);
          const setting = { can_mention_group: { new: system['role:everyone'] } };
          expect(refusal(await update(person, system[name], setting))).toEqual(BAD_REQUEST);
          expect(refusal(await person.post(`user_groups/${system[name]}/deactivate`))).toEqual(BAD_REQUEST);
        }
      },
    );

    it('by one of two users who start from the same value at the same time', async () => {
      const id = await makeGroup(ana, 'raced for');
      const old = system['role:nobody'];
      const wishes = [system['role:members'], system['role:moderators'], setOf([bo]), setOf([ana])];
      const answers = await Promise.all(
        wishes.map((wish, turn) => update(turn % 2 ? ana : world.owner, id, { can_join_group: { new: wish, old } })),
      );
      const winners = answers.flatMap(({ status }, turn) => (status === 200 ? [wishes[turn]] : []));
      expect(winners).toHaveLength(1);
      expect((await groupSeenBy(ana, id)).can_join_group).toEqual(winners[0]);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(refusal(answer)).toEqual({ ...BAD_REQUEST, code: 'EXPECTATION_MISMATCH', field_name: 'old' });
      }
    });
  });

  describe('are managed', () => {
    const mayManage = async (person: Person, id: number): Promise<boolean> =>
      (await update(person, id, { description: `by ${person.id}, ${Math.random()}` })).status === 200;

    it('by their creator and owners, not by other members, administrators or guests', async () => {
      const id = await makeGroup(ana, 'managed');
      expect(await mayManage(ana, id)).toBe(true);
      expect(await mayManage(world.owner, id)).toBe(true);
      for (const person of [bo, ada, gus]) expect(await mayManage(person, id)).toBe(false);
      for (const person of [bo, ada, gus]) {
        expect(refusal(await person.post(`user_groups/${id}/deactivate`))).toEqual(BAD_REQUEST);
      }
    });

    it('by users in the setting, through any number of groups, from the next request on', async () => {
      const innermost = await makeGroup(world.owner, 'innermost', [bo]);
      const middle = await makeGroup(world.owner, 'middle', [], { subgroups: [innermost] });
      const id = await makeGroup(world.owner, 'managed from afar', [], { can_manage_group: middle });
      expect(await mayManage(bo, id)).toBe(true);
      await world.owner.ok('POST', `user_groups/${innermost}/members`, { delete: [bo.id] });
      expect(await mayManage(bo, id)).toBe(false);
      await world.owner.ok('POST', `user_groups/${innermost}/members`, { add: [bo.id] });
      expect(await mayManage(bo, id)).toBe(true);
      await world.owner.ok('POST', `user_groups/${middle}/subgroups`, { delete: [innermost] });
      expect(await mayManage(bo, id)).toBe(false);
    });

    it('but not by a guest, named or in a named group', async () => {
      const guests = await makeGroup(world.owner, 'guests', [gus]);
      const id = await makeGroup(world.owner, 'tempting', [], { can_manage_group: setOf([gus], [guests]) });
      expect(await mayManage(gus, id)).toBe(false);
      await world.setRole(gus, 'member');
      expect(await mayManage(gus, id)).toBe(true);
      await world.setRole(gus, 'guest');
      expect(await mayManage(gus, id)).toBe(false);
    });

    it('by users who may manage all groups of the organization', async () => {
      const id = await makeGroup(world.owner, 'of the organization', [], { can_manage_group: system['role:nobody'] });
      expect(await mayManage(ada, id)).toBe(false);
      await permit({ can_manage_all_groups: setOf([ana, gus], [system['role:administrators']]) });
      expect(await mayManage(ada, id)).toBe(true);
      expect(await mayManage(ana, id)).toBe(true);
      expect(await mayManage(bo, id)).toBe(false);
      expect(await mayManage(gus, id)).toBe(false);
      await permit({});
      expect(await mayManage(ada, id)).toBe(false);
    });

    it('but not by a user who has given the permission away', async () => {
      const id = await makeGroup(ana, 'given away');
      await updated(ana, id, { can_manage_group: { new: setOf([bo]), old: setOf([ana]) } });
      expect(await mayManage(ana, id)).toBe(false);
      expect(await mayManage(bo, id)).toBe(true);
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
