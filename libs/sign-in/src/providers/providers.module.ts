import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { IdentityProviderRepository } from './identity-provider.repository';
import { ProviderOrigins } from './provider-origins.service';
import { ProviderKinds } from './provider-kinds.service';
import { LoginAttemptRepository } from './login-attempt.repository';
import { LoginAttempts } from './login-attempts.service';
import { LoginBrowsers } from './login-browsers.http';
import { LoginPages } from './login-pages.http';
import { LoginDomainRepository } from './login-domain.repository';
import { LoginDomainsController } from './login-domains.controller';
import { LoginDomains } from './login-domains.service';
import { ProvidersController } from './providers.controller';
import { Providers } from './providers.service';

/** The identity providers of organizations, and the logins that are under way there. */
@Module({
  imports: [IdentityModule],
  controllers: [LoginDomainsController, ProvidersController],
  providers: [
    IdentityProviderRepository,
    LoginDomainRepository,
    LoginDomains,
    LoginAttemptRepository,
    LoginAttempts,
    LoginBrowsers,
    LoginPages,
    ProviderKinds,
    ProviderOrigins,
    Providers,
  ],
  exports: [LoginAttempts, LoginDomains, LoginPages, ProviderKinds, Providers],
})
export class ProvidersModule {}
