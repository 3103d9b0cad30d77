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
  private readonly writers: ManagerOf[] = [];

  /** @param isWriter its directory writes the whole group, so no other one may share it */
  add(source: ManagerOf, { isWriter = false } = {}): void {
    this.sources.push(source);
    if (isWriter) this.writers.push(source);
  }

  /** The name of the directory that writes the whole group; `null`: none does. */
  writerOf(organizationId: OrganizationId, groupId: UserGroupId): Promise<string | null> {
    return firstOf(this.writers, organizationId, groupId);
  }

  managerOf(organizationId: OrganizationId, groupId: UserGroupId): Promise<string | null> {
    return firstOf(this.sources, organizationId, groupId);
  }
}

async function firstOf(
  sources: readonly ManagerOf[],
  organizationId: OrganizationId,
  groupId: UserGroupId,
): Promise<string | null> {
  for (const source of sources) {
    const manager = await source(organizationId, groupId);
    if (manager !== null) return manager;
  }
  return null;
}
