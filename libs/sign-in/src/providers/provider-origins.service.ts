import { LoginOrigin, LoginOrigins } from '@app/identity';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { IdentityProviderRepository } from './identity-provider.repository';
import { ProviderIsOff } from './provider.errors';

/** Lets nothing come from a provider that was switched off or removed while a person logged in there. */
@Injectable()
export class ProviderOrigins implements OnModuleInit {
  constructor(
    private readonly rows: IdentityProviderRepository,
    private readonly origins: LoginOrigins,
  ) {}

  onModuleInit(): void {
    this.origins.guardedBy(this);
  }

  /** @throws ProviderIsOff */
  async assertStands({ providerId }: LoginOrigin): Promise<void> {
    if (!(await this.rows.staysInUse(providerId))) throw new ProviderIsOff();
  }
}
