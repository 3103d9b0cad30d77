import type { UserGroupId } from '@app/kernel';
import { FullMemberFields, isFullMember } from './full-member';
import { ROLE, Role } from './role';

/** One of the eight system groups that each organization has (docs/protocol/groups.md). */
interface SystemGroup {
  name: string;
  description: string;
  /** The role of the direct members; `null`: there are none. */
  role: Role | null;
  /** Only members after the waiting period. */
  pastWaitingPeriod?: true;
  /** Its only subgroup. */
  contains: string | null;
}

/** In the order of creation, so that ids ascend. */
export const SYSTEM_GROUPS = [
  { name: 'role:nobody', description: 'Nobody', role: null, contains: null },
  { name: 'role:owners', description: 'Owners of this organization', role: ROLE.owner, contains: null },
  {
    name: 'role:administrators',
    description: 'Administrators and owners',
    role: ROLE.administrator,
    contains: 'role:owners',
  },
  {
    name: 'role:moderators',
    description: 'Moderators and those above',
    role: ROLE.moderator,
    contains: 'role:administrators',
  },
  {
    name: 'role:fullmembers',
    description: 'Members past the waiting period',
    role: ROLE.member,
    pastWaitingPeriod: true,
    contains: 'role:moderators',
  },
  {
    name: 'role:members',
    description: 'All members, guests excepted',
    role: ROLE.member,
    contains: 'role:fullmembers',
  },
  { name: 'role:everyone', description: 'Everyone, guests included', role: ROLE.guest, contains: 'role:members' },
  { name: 'role:internet', description: 'Everyone on the internet', role: null, contains: 'role:everyone' },
] as const satisfies readonly SystemGroup[];

export type SystemGroupName = (typeof SYSTEM_GROUPS)[number]['name'];
/** The ids of the system groups of one organization. */
export type SystemGroupIds = Readonly<Record<SystemGroupName, UserGroupId>>;

const byName = new Map<string, SystemGroup>(SYSTEM_GROUPS.map((group) => [group.name, group]));

export const isSystemGroupName = (name: string): name is SystemGroupName => byName.has(name);

/** The system groups with accounts of the role as direct members. `isFull`: after the waiting period. */
export function directGroupsOfRole(role: number, isFull: boolean): SystemGroupName[] {
  return SYSTEM_GROUPS.map(({ name }) => name).filter((name) => {
    const group = byName.get(name)!;
    return group.role === role && (isFull || !group.pastWaitingPeriod);
  });
}

/** The system groups that have the account as a direct member. */
export const directSystemGroups = (
  account: FullMemberFields,
  waitingPeriodDays: number,
  now: number,
): SystemGroupName[] => directGroupsOfRole(account.role, isFullMember(account, waitingPeriodDays, now));
