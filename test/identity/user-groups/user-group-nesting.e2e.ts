import { OtherOrganization, createOtherOrganization } from '../../support/other-organization';
import { BAD_REQUEST, groupsSeenBy, makeGroup, membersOf, refusal } from '../../support/groups';
import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('user groups inside user groups', () => {
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
  const nest = (by: Person, id: number, changes: Record<string, unknown>) =>
    by.post(`user_groups/${id}/subgroups`, changes);
  const nested = (by: Person, id: number, changes: Record<string, unknown>) =>
    by.ok('POST', `user_groups/${id}/subgroups`, changes);
  const deactivate = (id: number) => world.owner.ok('POST', `user_groups/${id}/deactivate`);

  it('reject cycles of any depth, also through deactivated groups', async () => {
    const ids: number[] = [];
    for (const name of ['deep 1', 'deep 2', 'deep 3', 'deep 4']) ids.push(await makeGroup(ana, name));
    await nested(ana, ids[0], { add: [ids[1]] });
    await nested(ana, ids[1], { add: [ids[2]] });
    await nested(ana, ids[2], { add: [ids[3]] });
    const circles: [number, number][] = [
      [0, 0],
      [1, 0],
      [3, 0],
      [3, 1],
      [2, 1],
    ];
    for (const [outer, inner] of circles) {
      expect(refusal(await nest(ana, ids[outer], { add: [ids[inner]] }))).toEqual(BAD_REQUEST);
      expect(refusal(await change(ana, ids[outer], { add_subgroups: [ids[inner]] }))).toEqual(BAD_REQUEST);
    }
    // The cycle goes through a deactivated group.
    await world.sql('UPDATE user_group SET deactivated = true, permission_version = DEFAULT WHERE id = $1', [ids[1]]);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
    expect(refusal(await nest(ana, ids[3], { add: [ids[0]] }))).toEqual(BAD_REQUEST);
  });

  it('reject one of two concurrent requests that would form a cycle', async () => {
    for (let round = 0; round < 5; round++) {
      const ids: number[] = [];
      for (const place of [0, 1, 2]) ids.push(await makeGroup(ana, `circle ${round} ${place}`));
      const answers = await Promise.all(
        ids.map((id, place) => nest(place % 2 ? world.owner : ana, id, { add: [ids[(place + 1) % 3]] })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
  });

  it('list direct subgroups, or those of all levels', async () => {
    const innermost = await makeGroup(ana, 'listed innermost', [gus, ada]);
    const middle = await makeGroup(ana, 'listed middle', [bo], { subgroups: [innermost] });
    const id = await makeGroup(ana, 'listed', [bo, ana], { subgroups: [middle] });
    const all = [ana.id, bo.id, ada.id, gus.id].sort((one, other) => one - other);
    expect(await membersOf(cy, id)).toEqual(all);
    expect(await membersOf(cy, id, { direct_member_only: false })).toEqual(all);
    expect(await membersOf(cy, id, { direct_member_only: true })).toEqual([ana.id, bo.id]);
    const subgroups = async (parameters = {}) =>
      (await cy.ok('GET', `user_groups/${id}/subgroups`, parameters)).subgroups;
    expect(await subgroups()).toEqual([innermost, middle].sort((one, other) => one - other));
    expect(await subgroups({ direct_subgroup_only: true })).toEqual([middle]);
    const isMember = async (person: Person, parameters = {}) =>
      (await cy.ok('GET', `user_groups/${id}/members/${person.id}`, parameters)).is_user_group_member;
    expect(await Promise.all([ana, gus, cy].map((person) => isMember(person)))).toEqual([true, true, false]);
    const directly = { direct_member_only: true };
    expect(await Promise.all([ana, gus, cy].map((person) => isMember(person, directly)))).toEqual([true, false, false]);
  });

  it('contain the groups of the roles in system groups and in groups above them', async () => {
    const id = await makeGroup(ana, 'with all moderators', [gus], { subgroups: [system['role:moderators']] });
    const expected = [world.owner.id, ada.id, gus.id].sort((one, other) => one - other);
    expect(await membersOf(ana, id)).toEqual(expected);
    expect(await membersOf(ana, system['role:moderators'])).toEqual([world.owner.id, ada.id]);
    const directly = { direct_member_only: true };
    expect(await membersOf(ana, system['role:administrators'], directly)).toEqual([ada.id]);
    expect(await membersOf(ana, system['role:everyone'], directly)).toEqual([gus.id]);
    expect(await membersOf(ana, system['role:nobody'])).toEqual([]);
    const everybody = await membersOf(ana, system['role:internet']);
    expect(everybody).toEqual(expect.arrayContaining([world.owner.id, ana.id, gus.id]));
    const path = `user_groups/${system['role:members']}/members/${ana.id}`;
    expect((await ana.ok('GET', path, directly)).is_user_group_member).toBe(true);
    expect((await ana.ok('GET', `user_groups/${system['role:moderators']}/subgroups`)).subgroups).toEqual([
      system['role:owners'],
      system['role:administrators'],
    ]);
  });

  it('omit deactivated users', async () => {
    const leaver = await world.member('leaver');
    const id = await makeGroup(ana, 'left', [leaver, bo]);
    await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [leaver.id]);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
    expect(await membersOf(ana, id)).toEqual([bo.id]);
    expect(await membersOf(ana, system['role:members'])).not.toContain(leaver.id);
    const { is_user_group_member } = await ana.ok('GET', `user_groups/${id}/members/${leaver.id}`);
    expect(is_user_group_member).toBe(false);
  });

  it('are not readable for deactivated or unknown groups, and for guests', async () => {
    const id = await makeGroup(ana, 'closed book', [bo]);
    await deactivate(id);
    const paths = ['members', `members/${bo.id}`, 'subgroups'];
    for (const path of paths) {
      expect(refusal(await ana.get(`user_groups/${id}/${path}`))).toEqual(BAD_REQUEST);
      for (const wrong of ['999999', 'abc', '-1', String(foreign.groupId)]) {
        expect(refusal(await ana.get(`user_groups/${wrong}/${path}`))).toEqual(BAD_REQUEST);
      }
      expect(refusal(await gus.get(`user_groups/${system['role:members']}/${path}`))).toEqual(BAD_REQUEST);
    }
    for (const wrong of ['999999', 'ana', String(foreign.userId)]) {
      expect(refusal(await ana.get(`user_groups/${system['role:members']}/members/${wrong}`))).toEqual(BAD_REQUEST);
    }
    const flag = { direct_member_only: '1', direct_subgroup_only: '"true"' };
    for (const path of paths) {
      expect(refusal(await ana.get(`user_groups/${system['role:members']}/${path}`, flag))).toEqual(BAD_REQUEST);
    }
  });
});
