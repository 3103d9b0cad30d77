import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import fc from 'fast-check';
import type { GroupSetting } from './group-setting';
import { GroupNode, PermissionGraph, Subject } from './permission-graph';
import { ROLE, Role } from './role';
import { SYSTEM_GROUPS, SystemGroupIds, SystemGroupName } from './system-groups';

const DAY = 24 * 60 * 60 * 1000;
const NOW = 1_000 * DAY;

const systemIds = Object.fromEntries(SYSTEM_GROUPS.map(({ name }, index) => [name, index + 1])) as SystemGroupIds;
const systemNodes: GroupNode[] = SYSTEM_GROUPS.map(({ name, contains }) => ({
  id: systemIds[name],
  name,
  isSystem: true,
  isDeactivated: false,
  members: [],
  subgroups: contains === null ? [] : [systemIds[contains]],
}));

const group = (id: number, members: number[], subgroups: number[], isDeactivated = false): GroupNode => ({
  id: id as UserGroupId,
  name: `group ${id}`,
  isSystem: false,
  isDeactivated,
  members: members as UserId[],
  subgroups: subgroups as UserGroupId[],
});

const graphWith = (custom: GroupNode[], waitingPeriodDays = 0): PermissionGraph =>
  new PermissionGraph(1 as OrganizationId, 7, [...systemNodes, ...custom], systemIds, waitingPeriodDays, () => NOW);

const user = (userId: number, role: Role, ageInDays = 0): Subject => ({
  userId: userId as UserId,
  role,
  joinedAt: NOW - ageInDays * DAY,
});

describe('the permission graph', () => {
  it.each<[SystemGroupName, Role[]]>([
    ['role:nobody', []],
    ['role:owners', [100]],
    ['role:administrators', [100, 200]],
    ['role:moderators', [100, 200, 300]],
    ['role:fullmembers', [100, 200, 300, 400]],
    ['role:members', [100, 200, 300, 400]],
    ['role:everyone', [100, 200, 300, 400, 600]],
    ['role:internet', [100, 200, 300, 400, 600]],
  ])('counts into %s the roles %j', (name, roles) => {
    const graph = graphWith([]);
    const inside = Object.values(ROLE).filter((role) => graph.holds(user(1, role), graph.groupId(name)));
    expect(inside.sort()).toEqual([...roles].sort());
  });

  it('lets members become full members after whole days, moderators at once', () => {
    const graph = graphWith([], 3);
    const isFull = (subject: Subject) => graph.holds(subject, graph.groupId('role:fullmembers'));
    expect(isFull(user(1, ROLE.member, 2.99))).toBe(false);
    expect(isFull(user(1, ROLE.member, 3))).toBe(true);
    expect(isFull(user(1, ROLE.moderator, 0))).toBe(true);
    expect(isFull(user(1, ROLE.guest, 30))).toBe(false);
  });

  it('follows groups in groups, and survives a cycle', () => {
    const graph = graphWith([group(20, [5], [21]), group(21, [6], [22]), group(22, [7], [20])]);
    for (const id of [5, 6, 7]) expect(graph.holds(user(id, ROLE.member), 20)).toBe(true);
    expect(graph.holds(user(8, ROLE.member), 20)).toBe(false);
  });

  it('gives nobody anything through a deactivated group', () => {
    const graph = graphWith([group(20, [], [21]), group(21, [6], [], true)]);
    expect(graph.holds(user(6, ROLE.member), 21)).toBe(false);
    expect(graph.holds(user(6, ROLE.member), 20)).toBe(false);
    expect(graph.holds(user(6, ROLE.member), { direct_members: [], direct_subgroups: [20, 21] })).toBe(false);
  });

  it('gives nobody anything through a group that does not exist', () => {
    expect(graphWith([]).holds(user(1, ROLE.owner), 999)).toBe(false);
  });

  it('counts the explicit members of a set', () => {
    const setting = { direct_members: [4], direct_subgroups: [systemIds['role:administrators']] };
    const graph = graphWith([]);
    expect(graph.holds(user(4, ROLE.guest), setting)).toBe(true);
    expect(graph.holds(user(5, ROLE.owner), setting)).toBe(true);
    expect(graph.holds(user(5, ROLE.member), setting)).toBe(false);
  });

  it('agrees with a naive closure over any groups', () => {
    const ids = [20, 21, 22, 23, 24, 25];
    const anyId = fc.constantFrom(...ids, ...Object.values(systemIds));
    const anyGroup = (id: number) =>
      fc
        .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 5 })), fc.uniqueArray(anyId, { maxLength: 3 }), fc.boolean())
        .map(([members, subgroups, isDeactivated]) => group(id, members, subgroups, isDeactivated));
    const anySetting: fc.Arbitrary<GroupSetting> = fc.oneof(
      anyId,
      fc.record({
        direct_members: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
        direct_subgroups: fc.uniqueArray(anyId, { maxLength: 3 }),
      }),
    );
    const anySubject = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom(...Object.values(ROLE)), fc.integer({ min: 0, max: 6 }))
      .map(([id, role, age]) => user(id, role, age));
    fc.assert(
      fc.property(
        fc.tuple(...ids.map(anyGroup)),
        anySetting,
        anySubject,
        fc.integer({ min: 0, max: 5 }),
        (groups, setting, subject, days) => {
          expect(graphWith(groups, days).holds(subject, setting)).toBe(naivelyHolds(groups, setting, subject, days));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

/** Grows the set of groups that somebody is in until nothing is added: slow, and plainly right. */
function naivelyHolds(custom: GroupNode[], setting: GroupSetting, subject: Subject, waitingDays: number): boolean {
  const groups = [...systemNodes, ...custom].filter(({ isDeactivated }) => !isDeactivated);
  const isFull = subject.role <= 300 || (NOW - subject.joinedAt) / DAY >= waitingDays;
  const direct: Record<number, string[]> = {
    100: ['role:owners'],
    200: ['role:administrators'],
    300: ['role:moderators'],
    400: isFull ? ['role:members', 'role:fullmembers'] : ['role:members'],
    600: ['role:everyone'],
  };
  const inside = new Set<number>();
  for (const { id, name, members, isSystem } of groups) {
    if (isSystem ? direct[subject.role].includes(name) : members.includes(subject.userId)) inside.add(id);
  }
  for (let grew = true; grew;) {
    const before = inside.size;
    for (const { id, subgroups } of groups) if (subgroups.some((sub) => inside.has(sub))) inside.add(id);
    grew = inside.size > before;
  }
  if (typeof setting === 'number') return inside.has(setting);
  return setting.direct_members.includes(subject.userId) || setting.direct_subgroups.some((id) => inside.has(id));
}
