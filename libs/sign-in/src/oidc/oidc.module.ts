import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ProvidersModule } from '../providers/providers.module';
import { OidcClient } from './oidc.client';
import { OidcController } from './oidc.controller';
import { OidcKind } from './oidc-kind.service';
import { OidcLogins } from './oidc-logins.service';
import { OidcLogouts } from './oidc-logouts.service';

/** Logins with OpenID Connect. */
@Module({
  imports: [IdentityModule, AccountsModule, ProvidersModule],
  controllers: [OidcController],
  providers: [OidcClient, OidcKind, OidcLogins, OidcLogouts],
})
export class OidcModule {}
