import { logOf } from '../../support/audit-log';
import { OtherOrganization, createOtherOrganization } from '../../support/other-organization';
import { BAD_REQUEST, groupSeenBy, groupsSeenBy, makeGroup, refusal, setOf } from '../../support/groups';
import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('members of user groups', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let cy: Person;
  let ada: Person;
  let gus: Person;
  let foreign: OtherOrganization;
  const system: Record<string, number> = {};
  beforeAll(async () => {
    world = await World.start();
    [ana, bo, cy] = [await world.member('ana'), await world.member('bo'), await world.member('cy')];
    [ada, gus] = [await world.admin('ada'), await world.guest('gus')];
    foreign = await createOtherOrganization(world);
    for (const { id, name } of await groupsSeenBy(ana)) system[name] = id;
  });
  afterAll(() => world.stop());

  const change = (by: Person, id: number, changes: Record<string, unknown>) =>
    by.post(`user_groups/${id}/members`, changes);
  const changed = (by: Person, id: number, changes: Record<string, unknown>) =>
    by.ok('POST', `user_groups/${id}/members`, changes);
  const nest = (by: Person, id: number, changes: Record<string, unknown>) =>
    by.post(`user_groups/${id}/subgroups`, changes);
  const nested = (by: Person, id: number, changes: Record<string, unknown>) =>
    by.ok('POST', `user_groups/${id}/subgroups`, changes);
  const contentsOf = async (id: number) => {
    const { members, direct_subgroup_ids: subgroups } = await groupSeenBy(ana, id);
    return { members, subgroups };
  };
  const deactivate = (id: number) => world.owner.ok('POST', `user_groups/${id}/deactivate`);

  describe('change', () => {
    it('by users who manage the group, with subgroups, in one request', async () => {
      const [one, other] = [await makeGroup(ana, 'one'), await makeGroup(ana, 'other')];
      const id = await makeGroup(ana, 'changing', [bo], { subgroups: [one] });
      const changes = { add: [cy.id, gus.id, cy.id], delete: [bo.id], add_subgroups: [other], delete_subgroups: [one] };
      await changed(ana, id, changes);
      expect(await contentsOf(id)).toEqual({ members: [cy.id, gus.id], subgroups: [other] });
      const [removed, added] = await logOf(world.owner, { limit: 2 });
      const object = { object_type: 'user_group', object_id: id, actor_id: ana.id };
      expect(added).toMatchObject({ ...object, action: 'added_to_group', before: null });
      expect(added.after).toEqual({ member_ids: [cy.id, gus.id], subgroup_ids: [other] });
      expect(removed).toMatchObject({ ...object, action: 'removed_from_group', after: null });
      expect(removed.before).toEqual({ member_ids: [bo.id], subgroup_ids: [one] });
    });

    it('by a single id without brackets', async () => {
      const id = await makeGroup(ana, 'bare integers');
      await changed(ana, id, { add: bo.id });
      expect((await contentsOf(id)).members).toEqual([bo.id]);
    });

    it('with subgroups by a route of their own', async () => {
      const [one, other, id] = [
        await makeGroup(ana, 'sub 1'),
        await makeGroup(ana, 'sub 2'),
        await makeGroup(ana, 'sup'),
      ];
      await nested(ana, id, { add: [one, other, system['role:owners']] });
      await nested(ana, id, { delete: [one] });
      expect((await contentsOf(id)).subgroups).toEqual([system['role:owners'], other]);
    });

    it.each<[string, Record<string, unknown>]>([
      ['nothing', {}],
      ['empty lists', { add: [], delete: [], add_subgroups: [], delete_subgroups: [] }],
      ['text', { add: 'ana' }],
      ['a text in a list', { delete: ['1'] }],
      ['an object', { add_subgroups: { a: 1 } }],
      ['a fraction', { delete_subgroups: '[1.5]' }],
      ['a negative id', { add: [-1] }],
      ['an unknown user', { add: [999_999] }],
      ['an unknown user to go', { delete: [999_999] }],
      ['an unknown group', { add_subgroups: [999_999] }],
      ['an unknown group to go', { delete_subgroups: [999_999] }],
    ])('but not for %s', async (_, changes) => {
      const { id } = (await groupsSeenBy(ana)).find(({ name }) => name === 'constant') ?? {
        id: await makeGroup(ana, 'constant', [bo]),
      };
      expect(refusal(await change(ana, id, changes))).toEqual(BAD_REQUEST);
      expect(await contentsOf(id)).toEqual({ members: [bo.id], subgroups: [] });
    });

    it.each<[string, Record<string, unknown>]>([
      ['nothing', {}],
      ['empty lists', { add: [], delete: [] }],
      ['text', { add: 'x' }],
      ['an unknown group', { add: [999_999] }],
      ['what is not there', { delete: [1] }],
    ])('but not by the other operation for %s', async (_, changes) => {
      const { id } = (await groupsSeenBy(ana)).find(({ name }) => name === 'flat') ?? {
        id: await makeGroup(ana, 'flat'),
      };
      expect(refusal(await nest(ana, id, changes))).toEqual(BAD_REQUEST);
    });

    it('but cannot be added twice or removed when absent; the error names them', async () => {
      const inner = await makeGroup(ana, 'once inside');
      const id = await makeGroup(ana, 'once', [bo], { subgroups: [inner] });
      const wrongs = [
        [{ add: [cy.id, bo.id] }, bo.id],
        [{ delete: [bo.id, cy.id] }, cy.id],
        [{ add_subgroups: [inner] }, inner],
        [{ delete_subgroups: [inner, id] }, id],
      ] as const;
      for (const [wrong, named] of wrongs) {
        const answer = await change(ana, id, wrong);
        expect(refusal(answer)).toEqual(BAD_REQUEST);
        expect(answer.body.msg).toMatch(new RegExp(`\\b${named}\\b`));
      }
      expect(await contentsOf(id)).toEqual({ members: [bo.id], subgroups: [inner] });
    });

    it('all together or not at all', async () => {
      const id = await makeGroup(ana, 'whole requests', [bo]);
      expect(refusal(await change(ana, id, { add: [cy.id], delete: [bo.id], add_subgroups: [999_999] }))).toEqual(
        BAD_REQUEST,
      );
      expect(await contentsOf(id)).toEqual({ members: [bo.id], subgroups: [] });
    });

    it('but cannot be deactivated users, the system bot, or of another organization', async () => {
      const former = await world.member('former');
      const id = await makeGroup(ana, 'of this place', [former]);
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [former.id]);
      await world.sql('UPDATE organization SET permission_version = permission_version + 1');
      const [{ bot }] = await world.sql<{ bot: number }>(
        'SELECT id::int AS bot FROM user_account WHERE is_system_bot AND organization_id = $1',
        [world.organizationId],
      );
      const dissolved = await makeGroup(ana, 'dissolved');
      await deactivate(dissolved);
      for (const wrong of [
        { add: [former.id] },
        { delete: [former.id] },
        { add: [bot] },
        { add: [foreign.userId] },
        { delete: [foreign.userId] },
        { add_subgroups: [foreign.groupId] },
        { add_subgroups: [foreign.systemGroupId] },
        { add_subgroups: [dissolved] },
      ]) {
        expect(refusal(await change(ana, id, wrong))).toEqual(BAD_REQUEST);
      }
      expect(refusal(await change(world.owner, foreign.groupId, { add: [world.owner.id] }))).toEqual(BAD_REQUEST);
      expect(refusal(await change(world.owner, 999_999, { add: [world.owner.id] }))).toEqual(BAD_REQUEST);
    });

    it('but not in system groups, for any user', async () => {
      for (const name of ['role:nobody', 'role:owners', 'role:members', 'role:everyone']) {
        for (const changes of [
          { add: [ana.id] },
          { delete: [world.owner.id] },
          { add_subgroups: [system['role:nobody']] },
        ]) {
          expect(refusal(await change(world.owner, system[name], changes))).toEqual(BAD_REQUEST);
        }
        expect(refusal(await nest(world.owner, system[name], { delete: [system['role:owners']] }))).toEqual(
          BAD_REQUEST,
        );
      }
    });

    it('in deactivated groups too', async () => {
      const inner = await makeGroup(ana, 'still active');
      const id = await makeGroup(ana, 'asleep', [bo]);
      await deactivate(id);
      await changed(ana, id, { add: [cy.id], delete: [bo.id], add_subgroups: [inner] });
      expect(await contentsOf(id)).toEqual({ members: [cy.id], subgroups: [inner] });
    });

    it('once, when the same user is added many times at once', async () => {
      const id = await makeGroup(ana, 'crowded');
      const answers = await Promise.all(Array.from({ length: 6 }, () => change(ana, id, { add: [bo.id] })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });
  });

  describe('require a permission', () => {
    const NOBODY = { can_manage_group: { direct_members: [], direct_subgroups: [] } };
    const closed = (): Record<string, unknown> => ({
      ...NOBODY,
      can_add_members_group: system['role:nobody'],
      can_join_group: system['role:nobody'],
      can_leave_group: system['role:nobody'],
      can_remove_members_group: system['role:nobody'],
    });
    let turn = 0;
    /** The outcome of each operation of `who` on a group of `bo` and a subgroup, with those settings. */
    const abilities = async (who: Person, settings: Record<string, unknown>): Promise<string[]> => {
      turn++;
      const [inner, more] = [
        await makeGroup(world.owner, `inner ${turn}`),
        await makeGroup(world.owner, `more ${turn}`),
      ];
      const make = (name: string) =>
        makeGroup(world.owner, `${name} ${turn}`, [bo, ...(name === 'in' ? [who] : [])], {
          subgroups: [inner],
          ...closed(),
          ...settings,
        });
      const [outside, inside] = [await make('out'), await make('in')];
      const attempts: [string, number, Record<string, unknown>][] = [
        ['join', outside, { add: [who.id] }],
        ['add', outside, { add: [cy.id] }],
        ['leave', inside, { delete: [who.id] }],
        ['remove', inside, { delete: [bo.id] }],
        ['add subgroups', inside, { add_subgroups: [more] }],
        ['remove subgroups', inside, { delete_subgroups: [inner] }],
      ];
      const able: string[] = [];
      for (const [name, id, changes] of attempts) {
        const answer = await change(who, id, changes);
        if (answer.status === 200) able.push(name);
        else expect(refusal(answer)).toEqual(BAD_REQUEST);
      }
      return able;
    };
    const EVERYTHING = ['join', 'add', 'leave', 'remove', 'add subgroups', 'remove subgroups'];

    it.each<[string, () => Record<string, unknown>, string[]]>([
      ['nothing', () => ({}), []],
      ['can_join_group', () => ({ can_join_group: setOf([ana]) }), ['join']],
      ['can_leave_group', () => ({ can_leave_group: system['role:everyone'] }), ['leave']],
      ['can_add_members_group', () => ({ can_add_members_group: setOf([ana]) }), ['join', 'add', 'add subgroups']],
      ['can_remove_members_group', () => ({ can_remove_members_group: setOf([ana]) }), ['leave', 'remove']],
      ['can_manage_group', () => ({ can_manage_group: setOf([ana]) }), EVERYTHING],
      ['can_manage_group by the role', () => ({ can_manage_group: system['role:members'] }), EVERYTHING],
      ['can_mention_group', () => ({ can_mention_group: setOf([ana]) }), []],
    ])('%s permits exactly that', async (_, settings, expected) => {
      expect(await abilities(ana, settings())).toEqual(expected);
    });

    it('which guests have only for leaving', async () => {
      const everything = Object.fromEntries(Object.keys(closed()).map((name) => [name, setOf([gus])]));
      expect(await abilities(gus, everything)).toEqual(['leave']);
      expect(await abilities(gus, {})).toEqual([]);
    });

    it('which administrators do not have, and owners do', async () => {
      expect(await abilities(ada, {})).toEqual([]);
      expect(await abilities(world.owner, {})).toEqual(EVERYTHING);
    });

    it('to add others, when a request joins the caller and others', async () => {
      const id = await makeGroup(world.owner, 'together', [], { can_join_group: system['role:members'] });
      expect(refusal(await change(ana, id, { add: [ana.id, bo.id] }))).toEqual(BAD_REQUEST);
      expect(refusal(await change(ana, id, { add: [bo.id] }))).toEqual(BAD_REQUEST);
      await changed(ana, id, { add: [ana.id, ana.id] });
      expect(refusal(await change(ana, id, { delete: [ana.id, bo.id] }))).toEqual(BAD_REQUEST);
    });

    it('for every part of a request', async () => {
      const id = await makeGroup(world.owner, 'in parts', [bo], { can_join_group: system['role:members'] });
      expect(refusal(await change(ana, id, { add: [ana.id], delete: [bo.id] }))).toEqual(BAD_REQUEST);
      expect((await contentsOf(id)).members).toEqual([bo.id]);
    });

    it('which ends with the membership that gave it, from the next request on', async () => {
      const team = await makeGroup(world.owner, 'team', [ana]);
      const id = await makeGroup(world.owner, 'of the team', [], { can_add_members_group: team });
      await changed(ana, id, { add: [bo.id] });
      await changed(world.owner, team, { delete: [ana.id] });
      expect(refusal(await change(ana, id, { add: [cy.id] }))).toEqual(BAD_REQUEST);
    });
  });
});
