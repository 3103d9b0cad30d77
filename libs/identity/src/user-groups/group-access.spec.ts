import type { UserGroupId } from '@app/kernel';
import type { GroupSetting } from '../roles/group-setting';
import { PermissionGraph } from '../permissions/permission-graph';
import type { GroupNode } from '../records/user-group';
import { USER_GROUP_SETTINGS, UserGroupSettingName } from '../roles/setting-tables';
import { SYSTEM_GROUPS, SystemGroupIds } from '../roles/system-groups';
import { GROUP_ACTIONS, GroupAccess, GroupAction, GovernedGroup } from './group-access';

const idOf = (name: string): number => SYSTEM_GROUPS.findIndex((group) => group.name === name) + 1;
const system = Object.fromEntries(SYSTEM_GROUPS.map(({ name }) => [name, idOf(name)])) as unknown as SystemGroupIds;
const nodes = SYSTEM_GROUPS.map(({ name, contains }) => ({
  id: idOf(name),
  name,
  isSystem: true,
  isDeactivated: false,
  members: [],
  subgroups: contains ? [idOf(contains)] : [],
})) as unknown as GroupNode[];
const graph = new PermissionGraph(1 as never, 1, nodes, system, 0, () => 0);
const nobody = system['role:nobody'];
const ME: GroupSetting = { direct_members: [7], direct_subgroups: [] };
const ROLES = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 };

const accessOf = (role: keyof typeof ROLES, managesAll: GroupSetting = system['role:owners']) =>
  new GroupAccess({ userId: 7 as never, role: ROLES[role], joinedAt: 0 }, graph, {
    permissions: { can_manage_all_groups: managesAll, can_create_groups: system['role:members'] } as never,
  });

const groupWith = (settings: Partial<Record<UserGroupSettingName, GroupSetting>>, isSystem = false): GovernedGroup => {
  const names = Object.keys(USER_GROUP_SETTINGS) as UserGroupSettingName[];
  const permissions = Object.fromEntries(
    names.map((name) => [name, nobody]),
  ) as unknown as GovernedGroup['permissions'];
  return { id: 30 as UserGroupId, isSystem, permissions: { ...permissions, ...settings } };
};

const may = (access: GroupAccess, group: GovernedGroup): GroupAction[] => {
  const decisions: Record<GroupAction, boolean> = {
    manage: access.managesGroup(group),
    'add-members': access.addsMembers(group),
    'remove-members': access.removesMembers(group),
    join: access.joins(group),
    leave: access.leaves(group),
    mention: access.mentions(group),
  };
  for (const action of GROUP_ACTIONS) {
    const { allowed, because } = access.explain(action, group);
    expect([action, allowed, because.length > 0]).toEqual([action, decisions[action], true]);
  }
  return GROUP_ACTIONS.filter((action) => decisions[action]);
};

describe('GroupAccess', () => {
  it.each<[UserGroupSettingName, GroupAction[], GroupAction[]]>([
    // the permissions that it gives a member and a guest
    ['can_manage_group', ['manage', 'add-members', 'remove-members', 'join', 'leave'], []],
    ['can_add_members_group', ['add-members', 'join'], []],
    ['can_remove_members_group', ['remove-members', 'leave'], []],
    ['can_join_group', ['join'], []],
    ['can_leave_group', ['leave'], ['leave']],
    ['can_mention_group', ['mention'], ['mention']],
  ])(
    'gives by %s the documented permissions, and to guests only those of settings that allow all users',
    (name, toMembers, toGuests) => {
      expect(may(accessOf('member'), groupWith({ [name]: ME }))).toEqual(toMembers);
      expect(may(accessOf('guest'), groupWith({ [name]: ME }))).toEqual(toGuests);
      expect(may(accessOf('member'), groupWith({ [name]: { direct_members: [8], direct_subgroups: [] } }))).toEqual([]);
    },
  );

  it('lets users who manage all groups manage each of them, but mention none', () => {
    expect(may(accessOf('owner'), groupWith({}))).toEqual(['manage', 'add-members', 'remove-members', 'join', 'leave']);
    expect(may(accessOf('admin'), groupWith({}))).toEqual([]);
    expect(may(accessOf('admin', system['role:administrators']), groupWith({}))).toContain('manage');
    expect(may(accessOf('guest', ME), groupWith({}))).toEqual([]);
  });

  it('permits nothing on system groups, whatever their settings contain', () => {
    const everything = groupWith({ can_manage_group: ME, can_mention_group: ME, can_leave_group: ME }, true);
    for (const role of Object.keys(ROLES) as (keyof typeof ROLES)[])
      expect(may(accessOf(role), everything)).toEqual([]);
  });

  it("lets the users of the organization's setting create groups, but never guests", () => {
    expect([accessOf('member').createsGroups, accessOf('guest').createsGroups]).toEqual([true, false]);
  });
});
