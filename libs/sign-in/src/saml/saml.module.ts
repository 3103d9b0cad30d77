import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ProvidersModule } from '../providers/providers.module';
import { MetadataReader } from './metadata-reader.service';
import { MetadataRefresh } from './metadata-refresh.service';
import { SamlClient } from './saml.client';
import { SamlController } from './saml.controller';
import { SamlKind } from './saml-kind.service';
import { SamlLogins } from './saml-logins.service';
import { SamlLogoutController } from './saml-logout.controller';
import { SpInitiatedLogouts } from './sp-initiated-logouts.service';
import { SamlLogouts } from './saml-logouts.service';
import { SamlServices } from './saml-services.service';

/** Logins with SAML 2.0: this server is the service provider. */
@Module({
  imports: [IdentityModule, AccountsModule, ProvidersModule],
  controllers: [SamlController, SamlLogoutController],
  providers: [
    MetadataReader,
    MetadataRefresh,
    SamlClient,
    SamlKind,
    SamlLogins,
    SamlLogouts,
    SpInitiatedLogouts,
    SamlServices,
  ],
})
export class SamlModule {}
