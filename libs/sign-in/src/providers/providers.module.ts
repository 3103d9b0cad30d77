import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { IdentityProviderRepository } from './identity-provider.repository';
import { ProviderKinds } from './provider-kinds.service';
import { Providers } from './providers.service';

/** The identity providers of organizations, and the logins that are under way there. */
@Module({
  imports: [IdentityModule],
  providers: [IdentityProviderRepository, ProviderKinds, Providers],
  exports: [ProviderKinds, Providers],
})
export class ProvidersModule {}
