import type { GroupSetting } from '../roles/group-setting';
import type { GroupNode } from '../records/user-group';
import type { PermissionGraph, Subject } from './permission-graph';
import { directGroupsOfRole } from '../roles/system-groups';

/**
 * How a user comes to have a permission: the names of the groups on the shortest path, beginning at the setting. Empty:
 * the setting names the user directly. `null`: the user does not have the permission. Agrees with
 * `PermissionGraph.holds`.
 */
export function groupPath(graph: PermissionGraph, subject: Subject, setting: GroupSetting): string[] | null {
  if (typeof setting !== 'number' && setting.direct_members.includes(subject.userId)) return [];
  const starts = typeof setting === 'number' ? [setting] : setting.direct_subgroups;
  const leadsOn = (id: number) => graph.isMember(subject, id);
  const seen = new Set<number>(starts.filter(leadsOn));
  const open = [...seen].map((id) => [graph.group(id)!]);
  for (let path = open.shift(); path; path = open.shift()) {
    const onwards = path.at(-1)!.subgroups.filter(leadsOn);
    if (isDirectMember(graph, path.at(-1)!, subject)) return path.map(({ name }) => name);
    for (const id of onwards) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push([...path, graph.group(id)!]);
    }
  }
  return null;
}

function isDirectMember(graph: PermissionGraph, { isSystem, name, members }: GroupNode, subject: Subject): boolean {
  if (!isSystem) return members.includes(subject.userId);
  const isFull = graph.isMember(subject, graph.groupId('role:fullmembers'));
  return directGroupsOfRole(subject.role, isFull).some((one) => one === name);
}

/** The value of a setting as text. */
export function groupSettingInWords(graph: PermissionGraph, setting: GroupSetting): string {
  if (typeof setting === 'number') return nameOf(graph, setting);
  const { direct_members, direct_subgroups } = setting;
  const members = direct_members.length === 0 ? [] : [`users ${direct_members.join(', ')}`];
  return `{${[...members, ...direct_subgroups.map((id) => nameOf(graph, id))].join(', ')}}`;
}

function nameOf(graph: PermissionGraph, id: number): string {
  const group = graph.group(id);
  if (!group) return `group ${id}`;
  return group.isDeactivated ? `${group.name} (deactivated)` : group.name;
}
