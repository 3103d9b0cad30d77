import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { lock, RowQuota, Transactions } from '@app/platform';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserGroupIsNotYours, UserGroupNameIsTaken } from '../permissions/user-group.errors';
import type { GroupSetting } from '../roles/group-setting';
import type { PermissionGraph } from '../permissions/permission-graph';
import type { UserGroupSettingName } from '../roles/setting-tables';
import { assertMayBeSubgroups } from '../group-members/subgroups';
import { newGroupPermissions, UserGroup } from '../records/user-group';
import { userGroupName } from './user-group-name';
import { GroupContentsRepository } from '../records/group-contents.repository';
import { UserGroupRepository } from '../records/user-group.repository';
import { USER_GROUPS } from '../row-limits';
import { Audit } from '../audit/audit.service';
import { GroupCandidates } from '../group-members/group-candidates.service';
import { GroupSettings } from '../permissions/group-settings.service';
import { Permissions } from '../permissions/permissions.service';
import { userGroupObject } from '../user-groups/user-group-object.client-events';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';
import { UserGroups } from '../user-groups/user-groups.service';

export interface NewUserGroup {
  name: string;
  description: string;
  members: readonly number[];
  subgroups: readonly number[];
  permissions: Partial<Record<UserGroupSettingName, GroupSetting>>;
}

/** Creation of user groups (docs/protocol/groups.md). */
@Injectable()
export class NewUserGroups {
  constructor(
    private readonly groups: UserGroups,
    private readonly rows: UserGroupRepository,
    private readonly contents: GroupContentsRepository,
    private readonly candidates: GroupCandidates,
    private readonly settings: GroupSettings,
    private readonly permissions: Permissions,
    private readonly clients: UserGroupClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly rowQuota: RowQuota,
  ) {}

  /**
   * The creator manages the group unless the settings say otherwise, and is a member only if the request names the
   * creator. No setting refers to a new group yet, so permissions do not change.
   * @throws UserGroupIsNotYours, UserGroupNameIsInvalid, UserGroupNameIsTaken, GroupMemberIsInvalid,
   * UserGroupIsUnknown, UserGroupIsDeactivated, and what `GroupSettings.checked` throws
   */
  create(actor: Actor, wanted: NewUserGroup): Promise<UserGroupId> {
    const { organizationId, userId } = actor;
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const access = await this.groups.accessOf(actor);
      if (!access.createsGroups) throw new UserGroupIsNotYours();
      return this.make(organizationId, userId, access.graph, wanted);
    });
  }

  /**
   * As `create`, for a company directory. The caller's transaction holds the organization's lock.
   * @throws UserGroupNameIsInvalid, UserGroupNameIsTaken
   */
  async createForDirectory(organizationId: OrganizationId, name: string, description: string): Promise<UserGroupId> {
    const graph = await this.permissions.current(organizationId);
    const wanted = { name, description, members: [], subgroups: [], permissions: {} };
    return this.make(organizationId, null, graph, wanted);
  }

  private async make(
    organizationId: OrganizationId,
    creatorId: UserId | null,
    graph: PermissionGraph,
    wanted: NewUserGroup,
  ): Promise<UserGroupId> {
    await this.rowQuota.assert(USER_GROUPS, organizationId);
    const name = userGroupName(wanted.name);
    if (await this.rows.isNameTaken(organizationId, name)) throw new UserGroupNameIsTaken(name);
    const members = ascending(await this.candidates.of(organizationId, wanted.members));
    assertMayBeSubgroups(wanted.subgroups, graph);
    const subgroups = ascending(wanted.subgroups as UserGroupId[]);
    const asked = await this.settings.checked(organizationId, 'userGroup', wanted.permissions);
    const fresh = {
      name,
      description: wanted.description,
      creatorId,
      permissions: newGroupPermissions(asked, creatorId, graph.systemGroups),
    };
    const group = { ...fresh, ...(await this.rows.insert({ organizationId, ...fresh })), isSystem: false };
    await this.contents.addMembers(group.id, members);
    await this.contents.addSubgroups(group.id, subgroups);
    await this.announce(organizationId, graph, { ...group, isDeactivated: false }, { members, subgroups });
    return group.id;
  }

  /** Clients are told of the group without its subgroups, and then of the subgroups. */
  private async announce(
    organizationId: OrganizationId,
    before: PermissionGraph,
    group: UserGroup,
    contents: Pick<NewUserGroup, 'members' | 'subgroups'>,
  ): Promise<void> {
    const { id, name, description, permissions } = group;
    const { members, subgroups } = contents as { members: never[]; subgroups: never[] };
    const node = { id, name, isSystem: false, isDeactivated: false, members, subgroups };
    const graph = await this.permissions.change(before, node);
    this.audit.record({
      organizationId,
      action: 'created',
      object: { type: 'user_group', id },
      after: { name, description, member_ids: members, subgroup_ids: subgroups, ...permissions },
    });
    const object = userGroupObject(group, graph);
    this.clients.tellAdded(organizationId, { ...object, direct_subgroup_ids: [] });
    this.clients.tellContents(organizationId, group, 'add_subgroups', object.direct_subgroup_ids);
  }
}

const ascending = <Id extends number>(ids: readonly Id[]): Id[] => [...new Set(ids)].sort((one, other) => one - other);
