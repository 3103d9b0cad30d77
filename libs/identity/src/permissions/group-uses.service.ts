import type { OrganizationId, UserGroupId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { GroupObjection } from './group-objection';
import { GroupUseRepository } from './group-use.repository';

type Source = (organizationId: OrganizationId, groupId: UserGroupId) => Promise<readonly GroupObjection[]>;

/**
 * The objects that use a user group and so prevent its deactivation. Higher contexts register their own group settings
 * in `onModuleInit`. The lookup runs in the transaction, under the organization's lock.
 */
@Injectable()
export class GroupUses {
  private readonly sources: Source[] = [];

  constructor(private readonly own: GroupUseRepository) {}

  add(source: Source): void {
    this.sources.push(source);
  }

  /** Only direct uses. Archived channels and deactivated groups do not count. */
  async of(organizationId: OrganizationId, groupId: UserGroupId): Promise<GroupObjection[]> {
    const supergroupIds = await this.own.supergroupIds(groupId);
    const objections: GroupObjection[] =
      supergroupIds.length === 0 ? [] : [{ type: 'subgroup', supergroup_ids: supergroupIds }];
    for (const source of this.sources) objections.push(...(await source(organizationId, groupId)));
    const groups = await this.own.bySettingsOfGroups(organizationId, groupId);
    objections.push(...groups.map((use): GroupObjection => ({ type: 'user_group', ...use })));
    const settings = await this.own.bySettingsOfOrganization(organizationId, groupId);
    if (settings.length > 0) objections.push({ type: 'realm', settings });
    return objections;
  }
}
