import type { OrganizationId } from '@app/kernel';
import { CredentialsAreMissing } from '@app/platform';
import { Injectable } from '@nestjs/common';

type Implementation = (host: string) => Promise<OrganizationId>;

/** Which organizations admit spectators. The identity context registers its implementation in `onModuleInit`. */
@Injectable()
export class SpectatorOrganizations {
  private implementation: Implementation | null = null;

  /** `implementation` throws for an organization that does not admit spectators. */
  implementedBy(implementation: Implementation): void {
    this.implementation = implementation;
  }

  /** @throws CredentialsAreMissing where the organization at that host is not open to them */
  async organizationAt(host: string): Promise<OrganizationId> {
    if (!this.implementation) throw new CredentialsAreMissing();
    return this.implementation(host);
  }
}
