import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Organization } from '../domain/organization';
import type { Role } from '../domain/role';
import { SettingRule, USER_GROUP_SETTINGS } from '../domain/setting-tables';
import { directSystemGroups, SystemGroupIds, SystemGroupName } from '../domain/system-groups';
import type { User } from '../domain/user';
import { UserGroupRepository, UserGroupRow } from '../store/user-group.repository';
import { UserRepository } from '../store/user.repository';
import { Organizations } from './organizations.service';

interface MembersPayload {
  op: 'add_members' | 'remove_members';
  group_id: UserGroupId;
  user_ids: UserId[];
}

const KIND = 'user_group_members';

const members: EventKind<MembersPayload> = {
  kind: KIND,
  type: 'user_group',
  variant: () => '',
  shape: (payload) => ({ type: 'user_group', ...payload }),
};

/** What clients are told of user groups: the complete list on registering, then changes. */
@Injectable()
export class UserGroupClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['realm_user_groups'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly groups: UserGroupRepository,
    private readonly users: UserRepository,
    private readonly organizations: Organizations,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(members);
    this.registry.addPart(this);
  }

  /** An account got a role (`from` null: it is new), and so left some system groups and joined others. */
  tellRole(user: User, from: Role | null, to: Role, { systemGroups, settings, id }: Organization, now: number): void {
    const groupsOf = (role: Role | null) =>
      role === null ? [] : directSystemGroups({ ...user, role }, settings.waitingPeriodThreshold, now);
    const [before, after] = [groupsOf(from), groupsOf(to)];
    for (const name of before) if (!after.includes(name)) this.tell('remove_members', systemGroups[name], user.id, id);
    for (const name of after) if (!before.includes(name)) this.tell('add_members', systemGroups[name], user.id, id);
  }

  async read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    const { settings, systemGroups, id } = await this.organizations.get(actor.organizationId);
    const rows = await this.groups.list(id);
    const people = (await this.users.list(id, null)).filter(({ isActive, isSystemBot }) => isActive && !isSystemBot);
    const now = this.clock.now().getTime();
    const ofRole = new Map<string, UserId[]>(rows.map(({ name }) => [name, []]));
    for (const user of people) {
      for (const name of directSystemGroups(user, settings.waitingPeriodThreshold, now))
        ofRole.get(name)?.push(user.id);
    }
    const shown = rows.filter(({ isDeactivated }) => !isDeactivated || options.capabilities.include_deactivated_groups);
    return {
      realm_user_groups: shown.map((row) =>
        groupObject(row, row.isSystem ? ofRole.get(row.name)! : row.members, systemGroups),
      ),
    };
  }

  private tell(op: MembersPayload['op'], groupId: UserGroupId, userId: UserId, organizationId: OrganizationId): void {
    const payload: MembersPayload = { op, group_id: groupId, user_ids: [userId] };
    this.log.tell({ kind: KIND, organizationId, audience: { to: 'organization', except: [] }, payload });
  }
}

/** The user group object (reference: identity-and-channels.md 8.3). */
function groupObject(
  row: UserGroupRow,
  memberIds: readonly UserId[],
  systemGroups: SystemGroupIds,
): Record<string, unknown> {
  const rules = Object.entries<SettingRule>(USER_GROUP_SETTINGS);
  const defaults = rules.map(([name, rule]) => [name, systemGroups[defaultOf(row, rule)]]);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    date_created: row.createdAt,
    creator_id: row.creatorId,
    members: memberIds,
    direct_subgroup_ids: row.subgroups,
    is_system_group: row.isSystem,
    deactivated: row.isDeactivated,
    ...Object.fromEntries(defaults),
    ...row.permissions,
  };
}

/** System groups cannot be changed by anybody; a group without a creator is nobody's. */
function defaultOf({ isSystem }: UserGroupRow, rule: SettingRule): SystemGroupName {
  return isSystem || rule.default === 'creator' ? 'role:nobody' : rule.default;
}
