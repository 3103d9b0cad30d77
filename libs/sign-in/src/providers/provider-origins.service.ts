import { LoginOrigin, LoginOrigins, OwnerLoginMethods, User } from '@app/identity';
import type { OrganizationId } from '@app/kernel';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { IdentityProviderRepository } from './identity-provider.repository';
import { LoginDomains } from './login-domains.service';
import { ProviderIsOff } from './provider.errors';

/** Lets nothing come from a provider that was switched off or removed while a person logged in there. */
@Injectable()
export class ProviderOrigins implements OnModuleInit {
  constructor(
    private readonly rows: IdentityProviderRepository,
    private readonly origins: LoginOrigins,
    private readonly domains: LoginDomains,
    private readonly ownerLoginMethods: OwnerLoginMethods,
  ) {}

  onModuleInit(): void {
    this.origins.guardedBy(this);
    this.ownerLoginMethods.add((organizationId, { providerId = null }) =>
      this.rows.letsOwnersIn(organizationId, providerId),
    );
  }

  isElsewhere(organizationId: OrganizationId, address: string): Promise<boolean> {
    return this.domains.isElsewhere(organizationId, address);
  }

  /** @throws ProviderIsOff, LoginIsElsewhere */
  async assertStands(user: User, origin: LoginOrigin | null): Promise<void> {
    if (origin !== null && !(await this.rows.staysInUse(origin.providerId))) throw new ProviderIsOff();
    await this.domains.assertMayEnter(user, origin);
  }
}
