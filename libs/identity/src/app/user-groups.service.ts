import type { OrganizationId, UserGroupId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { UserGroupRepository } from '../store/user-group.repository';

/** A user group as a mention needs it. */
export interface MentionedGroup {
  id: UserGroupId;
  name: string;
  /** What a reader sees: the name, of a system group its description. */
  displayName: string;
  isActive: boolean;
  isSystem: boolean;
}

@Injectable()
export class UserGroups {
  constructor(private readonly groups: UserGroupRepository) {}

  /** The groups that mentions mean: by name in any case, deactivated ones included; one query. */
  async findMentioned(organizationId: OrganizationId, names: readonly string[]): Promise<MentionedGroup[]> {
    if (names.length === 0) return [];
    const rows = await this.groups.findByNames(organizationId, names);
    return rows.map(({ id, name, description, isSystem, isDeactivated }) => {
      return { id, name, displayName: isSystem ? description : name, isActive: !isDeactivated, isSystem };
    });
  }
}
