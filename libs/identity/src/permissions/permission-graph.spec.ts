import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import fc from 'fast-check';
import type { GroupSetting } from '../roles/group-setting';
import type { GroupNode } from '../records/user-group';
import { PermissionGraph, Subject } from './permission-graph';
import { ROLE, Role } from '../roles/role';
import { SYSTEM_GROUPS, SystemGroupIds, SystemGroupName } from '../roles/system-groups';

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
  ])('includes in %s the roles %j', (name, roles) => {
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

  it('follows groups in groups, and terminates on a cycle', () => {
    const graph = graphWith([group(20, [5], [21]), group(21, [6], [22]), group(22, [7], [20])]);
    for (const id of [5, 6, 7]) expect(graph.holds(user(id, ROLE.member), 20)).toBe(true);
    expect(graph.holds(user(8, ROLE.member), 20)).toBe(false);
  });

  it('grants nothing through a deactivated group', () => {
    const graph = graphWith([group(20, [], [21]), group(21, [6], [], true)]);
    expect(graph.holds(user(6, ROLE.member), 21)).toBe(false);
    expect(graph.holds(user(6, ROLE.member), 20)).toBe(false);
    expect(graph.holds(user(6, ROLE.member), { direct_members: [], direct_subgroups: [20, 21] })).toBe(false);
  });

  it('grants nothing through an absent group', () => {
    expect(graphWith([]).holds(user(1, ROLE.owner), 999)).toBe(false);
  });

  it('includes the explicit members of a set', () => {
    const setting = { direct_members: [4], direct_subgroups: [systemIds['role:administrators']] };
    const graph = graphWith([]);
    expect(graph.holds(user(4, ROLE.guest), setting)).toBe(true);
    expect(graph.holds(user(5, ROLE.owner), setting)).toBe(true);
    expect(graph.holds(user(5, ROLE.member), setting)).toBe(false);
  });

  it('knows which accounts are closed', () => {
    const graph = new PermissionGraph(1 as OrganizationId, 7, systemNodes, systemIds, 0, () => NOW, new Set([5]));
    expect([graph.isDeactivated(5), graph.isDeactivated(6)]).toEqual([true, false]);
    expect(graph.with([], { version: 8 }).isDeactivated(5)).toBe(true);
    expect(graph.with([], { version: 8, closedAccounts: new Set() }).isDeactivated(5)).toBe(false);
  });

  it('answers for another moment, or another waiting period', () => {
    const graph = graphWith([], 3);
    const young = user(1, ROLE.member, 2);
    const isFull = (one: PermissionGraph) => one.holds(young, one.groupId('role:fullmembers'));
    expect(isFull(graph)).toBe(false);
    expect(isFull(graph.asOf(NOW + DAY))).toBe(true);
    expect(isFull(graph.asOf(NOW, 2))).toBe(true);
    expect(isFull(graph.with([], { version: 8, waitingPeriodDays: 1 }))).toBe(true);
    expect(isFull(graph)).toBe(false);
  });

  describe('with any groups, including cycles and deactivated ones,', () => {
    const ids = [20, 21, 22, 23, 24, 25];
    const anyId = fc.constantFrom(...ids, ...Object.values(systemIds));
    const anyGroup = (id: number) =>
      fc
        .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 5 })), fc.uniqueArray(anyId, { maxLength: 3 }), fc.boolean())
        .map(([members, subgroups, isDeactivated]) => group(id, members, subgroups, isDeactivated));
    const anyGroups = fc.tuple(...ids.map(anyGroup));
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
    const questions = fc.array(fc.tuple(anySetting, anySubject), { minLength: 1, maxLength: 20 });
    const waiting = fc.integer({ min: 0, max: 5 });

    it('agrees with a naive closure, also for repeated questions', () => {
      const agrees = (groups: GroupNode[], asked: [GroupSetting, Subject][], days: number) => {
        const graph = graphWith(groups, days);
        for (const [setting, subject] of asked) {
          expect(graph.holds(subject, setting)).toBe(naivelyHolds(groups, setting, subject, days));
        }
      };
      fc.assert(fc.property(anyGroups, questions, waiting, agrees), { numRuns: 1_000 });
    });

    it('agrees with it after any changes, whether or not it was asked before', () => {
      const changes = fc.array(fc.oneof(...[...ids, 26].map(anyGroup)), { minLength: 1, maxLength: 6 });
      const agrees = (groups: GroupNode[], news: GroupNode[], asked: [GroupSetting, Subject][], isAsked: boolean) => {
        let graph = graphWith(groups);
        const present = new Map(groups.map((one) => [one.id, one]));
        for (const changed of news) {
          if (isAsked) for (const [setting, subject] of asked) graph.holds(subject, setting);
          graph = graph.with([changed], { version: graph.version + 1 });
          present.set(changed.id, changed);
          for (const [setting, subject] of asked) {
            expect(graph.holds(subject, setting)).toBe(naivelyHolds([...present.values()], setting, subject, 0));
          }
        }
        expect(graph.version).toBe(7 + news.length);
      };
      fc.assert(fc.property(anyGroups, changes, questions, fc.boolean(), agrees), { numRuns: 500 });
    });

    it('lists the contents of a group: all of it, or only active parts', () => {
      const agrees = (groups: GroupNode[], id: number) => {
        const graph = graphWith(groups);
        const listed = (nodes: readonly GroupNode[]) => nodes.map((one) => one.id as number).sort((a, b) => a - b);
        const all = [...systemNodes, ...groups];
        expect(listed(graph.everythingIn(id))).toEqual(naivelyInside(all, id));
        const active = all.filter(({ isDeactivated }) => !isDeactivated);
        expect(listed(graph.closureOf(id))).toEqual(naivelyInside(active, id));
      };
      fc.assert(fc.property(anyGroups, anyId, agrees), { numRuns: 500 });
    });
  });
});

function naivelyInside(groups: readonly GroupNode[], id: number): number[] {
  const isThere = (one: number) => groups.some((group) => group.id === one);
  const inside = new Set<number>(isThere(id) ? [id] : []);
  for (let grew = true; grew;) {
    const before = inside.size;
    for (const group of groups)
      if (inside.has(group.id)) group.subgroups.filter(isThere).forEach((sub) => inside.add(sub));
    grew = inside.size > before;
  }
  return [...inside].sort((a, b) => a - b);
}

/** Extends the set of the user's groups until nothing is added. Slow, but evidently correct. */
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
