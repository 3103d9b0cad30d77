import { PermissionGraph, Permissions } from '@app/identity';
import type { RunningServer } from '../../../apps/server/src/boot';
import { UserGroupRepository } from '../../../libs/identity/src/records/user-group.repository';
import { groupsSeenBy, makeGroup } from '../../support/groups';
import { encode, Parameters, Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

/** Groups change on one node; another node, which has decided by them before, reads only what changed. */
describe('changes of groups', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  /** Whether the other node lets the user edit a group. */
  const mayEdit = async ({ authorization }: Person, id: number): Promise<boolean> => {
    const body = encode({ description: `text ${Math.random()}` });
    const url = `${other.url}/api/v1/user_groups/${id}`;
    return (await fetch(url, { method: 'PATCH', headers: { authorization }, body })).status === 200;
  };

  it('take effect on another node from the next request on', async () => {
    const inner = await makeGroup(ana, 'inner');
    const middle = await makeGroup(ana, 'middle', [], { subgroups: [inner] });
    const managers = { direct_members: [ana.id], direct_subgroups: [middle] };
    const id = await makeGroup(ana, 'edited', [], { can_manage_group: managers });
    const spare = await makeGroup(ana, 'spare', [bo]);
    expect(await mayEdit(bo, id)).toBe(false);
    const steps: [string, Parameters, boolean][] = [
      [`${inner}/members`, { add: [bo.id] }, true],
      [`${middle}/subgroups`, { delete: [inner] }, false],
      [`${middle}/subgroups`, { add: [spare] }, true],
      [`${spare}/members`, { delete: [bo.id] }, false],
      [`${middle}/members`, { add: [bo.id] }, true],
    ];
    for (const [path, parameters, expected] of steps) {
      await ana.ok('POST', `user_groups/${path}`, parameters);
      expect(await mayEdit(bo, id)).toBe(expected);
    }
    await world.setRole(bo, 'guest');
    expect(await mayEdit(bo, id)).toBe(false);
    await world.setRole(bo, 'member');
    expect(await mayEdit(bo, id)).toBe(true);
  });

  it('lead to the same graph by reading changes as by reading everything', async () => {
    const people = [ana, bo, world.owner];
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await makeGroup(ana, `mixed ${name}`));
    for (let turn = 0; turn < 12; turn++) {
      const [outer, inner] = [ids[turn % 5], ids[(turn * 3 + 1) % 5]];
      await ana.post(`user_groups/${outer}/members`, { add: [people[turn % 3].id] });
      await ana.post(`user_groups/${outer}/subgroups`, { add: [inner] });
      if (turn % 4 === 3) await ana.post(`user_groups/${inner}/members`, { delete: [people[turn % 3].id] });
      if (turn % 5 === 4) await ana.post(`user_groups/${inner}/deactivate`);

      const { version, groups } = await world.service(UserGroupRepository).graph(world.organizationId, -1);
      const wanted = { organizationId: world.organizationId, permissionVersion: version };
      const derived = await world.service(Permissions).cached(wanted);
      const changed = await other.app.get(Permissions, { strict: false }).cached(wanted);
      const { systemGroups } = derived;
      const whole = new PermissionGraph(wanted.organizationId, version, groups, systemGroups, 0, () => Date.now());
      const groupIds = (await groupsSeenBy(ana, { include_deactivated_groups: true })).map(({ id }) => id);
      for (const graph of [derived, changed]) {
        expect(graph.version).toBe(version);
        for (const id of groupIds) expect(graph.group(id)).toEqual(whole.group(id));
        expect(membershipsIn(graph, people, groupIds)).toEqual(membershipsIn(whole, people, groupIds));
      }
    }
  });

  const membershipsIn = (graph: PermissionGraph, people: readonly Person[], groupIds: readonly number[]) =>
    people.map(({ id }) => {
      const subject = { userId: id as never, role: 400, joinedAt: 0 };
      return groupIds.filter((groupId) => graph.isMember(subject, groupId));
    });
});
