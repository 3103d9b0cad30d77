import { ManagedGroups, type Role, type User } from '@app/identity';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExternalMemberships } from '../accounts/external-memberships.port';
import type { IdentityProvider } from '../providers/identity-provider';
import { GroupLinkRepository } from './group-link.repository';
import { GroupLinks } from './group-links.service';
import { LinkedMemberships } from './linked-memberships.service';

/** Answers others who ask about links: who manages a user group, and what the groups of a login mean. */
@Injectable()
export class LinkedGroups implements OnModuleInit {
  constructor(
    private readonly managed: ManagedGroups,
    private readonly external: ExternalMemberships,
    private readonly rows: GroupLinkRepository,
    private readonly links: GroupLinks,
    private readonly memberships: LinkedMemberships,
  ) {}

  onModuleInit(): void {
    this.managed.add((organizationId, groupId) => this.rows.managerOf(organizationId, groupId));
    this.external.keptBy(this);
  }

  async rolesOf(provider: IdentityProvider, groups: readonly string[]): Promise<readonly Role[]> {
    return (await this.links.roles(provider))(groups);
  }

  async keep(provider: IdentityProvider, { id: userId }: User, groups: readonly string[]): Promise<void> {
    await this.memberships.apply(provider, [{ userId, groups }], async () => undefined);
  }
}
