import type { OrganizationId, UserGroupId } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/** The name of the directory that manages the group; `null`: people manage it. */
type ManagerOf = (organizationId: OrganizationId, groupId: UserGroupId) => Promise<string | null>;

/**
 * Groups whose name and members a company directory decides. People cannot change these. The context of logins
 * registers its sources in `onModuleInit`.
 */
@Injectable()
export class ManagedGroups {
  private readonly sources: ManagerOf[] = [];

  add(source: ManagerOf): void {
    this.sources.push(source);
  }

  async managerOf(organizationId: OrganizationId, groupId: UserGroupId): Promise<string | null> {
    for (const source of this.sources) {
      const manager = await source(organizationId, groupId);
      if (manager !== null) return manager;
    }
    return null;
  }
}
