import { Audience } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import type { GroupSetting } from '../roles/group-setting';
import { shownGroupSetting } from '../permissions/group-setting-change';
import type { Organization } from '../records/organization';
import type { OrganizationSettingName } from '../roles/setting-tables';
import type { User } from '../records/user';
import { UserGroupRepository } from '../records/user-group.repository';
import { OrganizationClientEvents } from '../organization-administration/organization.client-events';
import { Permissions } from '../permissions/permissions.service';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';

/**
 * Tells clients about groups and settings when an account is closed or reopened. The account keeps its place in them,
 * but is not shown there while it is closed (docs/protocol/events.md). A client removes an inactive user from groups by
 * itself, but does not know the groups of a user who is reactivated.
 */
@Injectable()
export class GroupPresence {
  constructor(
    private readonly groups: UserGroupRepository,
    private readonly permissions: Permissions,
    private readonly clients: UserGroupClientEvents,
    private readonly organizations: OrganizationClientEvents,
  ) {}

  /** Tells users who may not see the account, and so do not receive the event that it is inactive. */
  async tellGone(user: User, organization: Organization, audience: Audience): Promise<void> {
    await this.clients.tellRoleTo(audience, user, user.role, null, organization);
    await this.tell(user, organization, 'remove_members', audience);
  }

  /** Tells all users. */
  async tellBack(user: User, organization: Organization): Promise<void> {
    const everybody: Audience = { to: 'organization', except: [] };
    await this.clients.tellRoleTo(everybody, user, null, user.role, organization);
    await this.tell(user, organization, 'add_members', everybody);
  }

  private async tell(
    { id: userId, organizationId }: User,
    organization: Organization,
    what: 'add_members' | 'remove_members',
    audience: Audience,
  ): Promise<void> {
    const graph = await this.permissions.current(organizationId);
    const names = (setting: GroupSetting) => typeof setting !== 'number' && setting.direct_members.includes(userId);
    for (const group of await this.groups.list(organizationId)) {
      if (graph.group(group.id)!.members.includes(userId)) {
        this.clients.tellContents(organizationId, group, what, [userId], audience);
      }
      for (const [name, value] of Object.entries(group.permissions)) {
        if (names(value)) {
          this.clients.tellChanged(organizationId, group, name, shownGroupSetting(value, graph), audience);
        }
      }
    }
    for (const [name, value] of Object.entries(organization.permissions)) {
      if (!names(value)) continue;
      const shown = shownGroupSetting(value, graph);
      this.organizations.tellPermission(organizationId, name as OrganizationSettingName, shown, audience);
    }
  }
}
