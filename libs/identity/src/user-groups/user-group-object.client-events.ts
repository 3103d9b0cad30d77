import type { UserId } from '@app/kernel';
import type { GroupSetting } from '../roles/group-setting';
import { shownGroupSetting } from '../permissions/group-setting-change';
import type { PermissionGraph } from '../permissions/permission-graph';
import { ROLE } from '../roles/role';
import type { UserGroupSettingName } from '../roles/setting-tables';
import { directGroupsOfRole } from '../roles/system-groups';
import type { UserGroup } from '../records/user-group';
import type { RoleMembers } from '../records/group-contents.repository';

/** The user group object (docs/protocol/channels.md). */
export type UserGroupObject = Record<UserGroupSettingName, GroupSetting> & {
  id: number;
  name: string;
  description: string;
  /** UNIX seconds. */
  date_created: number | null;
  creator_id: number | null;
  members: number[];
  direct_subgroup_ids: number[];
  is_system_group: boolean;
  deactivated: boolean;
};

/** A custom group as clients receive it, without closed accounts. */
export function userGroupObject(group: UserGroup, graph: PermissionGraph): UserGroupObject {
  const { members, subgroups } = graph.group(group.id)!;
  return shaped(
    group,
    members.filter((id) => !graph.isDeactivated(id)),
    subgroups,
    graph,
  );
}

/** Groups as clients receive them. `roles` contains the members of the system groups. */
export function userGroupObjects(
  groups: readonly UserGroup[],
  graph: PermissionGraph,
  roles: readonly RoleMembers[],
): UserGroupObject[] {
  const ofSystemGroups = systemGroupMembers(roles);
  return groups.map((group) => {
    if (!group.isSystem) return userGroupObject(group, graph);
    return shaped(group, ofSystemGroups.get(group.name) ?? [], graph.group(group.id)!.subgroups, graph);
  });
}

/** By the name of the group, ascending. Groups without direct members are absent. */
export function systemGroupMembers(roles: readonly RoleMembers[]): ReadonlyMap<string, UserId[]> {
  const members = new Map<string, UserId[]>();
  for (const { role, isFull, ids } of roles) {
    for (const name of directGroupsOfRole(role, isFull || role !== ROLE.member)) {
      members.set(
        name,
        [...(members.get(name) ?? []), ...ids].sort((one, other) => one - other),
      );
    }
  }
  return members;
}

function shaped(
  { id, name, description, createdAt, creatorId, isSystem, isDeactivated, permissions }: UserGroup,
  members: readonly UserId[],
  subgroups: readonly number[],
  graph: PermissionGraph,
): UserGroupObject {
  const settings = Object.entries(permissions).map(([setting, value]) => [setting, shownGroupSetting(value, graph)]);
  return {
    id,
    name,
    description,
    date_created: createdAt,
    creator_id: creatorId,
    members: [...members],
    direct_subgroup_ids: [...subgroups],
    is_system_group: isSystem,
    deactivated: isDeactivated,
    ...(Object.fromEntries(settings) as Record<UserGroupSettingName, GroupSetting>),
  };
}
