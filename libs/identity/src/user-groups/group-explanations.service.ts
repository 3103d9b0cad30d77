import { Injectable } from '@nestjs/common';
import { UserGroupNameIsUnknown } from '../permissions/user-group.errors';
import type { Decision } from '../permissions/rule';
import type { User } from '../records/user';
import type { UserGroup } from '../records/user-group';
import { GroupAccess, GroupAction } from './group-access';
import { Organizations } from '../organizations/organizations.service';
import { Permissions } from '../permissions/permissions.service';
import { UserGroups } from './user-groups.service';

/** Explains why a user may or may not do something with a user group. For the operator, who may see everything. */
@Injectable()
export class GroupExplanations {
  constructor(
    private readonly groups: UserGroups,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
  ) {}

  /**
   * @param named the id or the name of the group
   * @throws UserGroupNameIsUnknown
   */
  async explain(user: User, action: GroupAction, named: string): Promise<{ group: UserGroup; decision: Decision }> {
    const { organizationId, id, role, joinedAt, deliveryEmail } = user;
    const graph = await this.permissions.current(organizationId);
    const all = await this.groups.all(organizationId, graph);
    const group = all.find((one) => String(one.id) === named) ?? all.find(({ name }) => name === named);
    if (!group) throw new UserGroupNameIsUnknown(named);
    const organization = await this.organizations.current(organizationId);
    const access = new GroupAccess({ userId: id, role, joinedAt }, graph, organization, deliveryEmail);
    return { group, decision: access.explain(action, group) };
  }
}
