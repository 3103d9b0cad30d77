import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { DirectoryRunsModule } from './directory-runs/directory-runs.module';
import { GroupLinksModule } from './group-links/group-links.module';
import { LdapModule } from './ldap/ldap.module';
import { OidcModule } from './oidc/oidc.module';
import { PreviewsModule } from './previews/previews.module';
import { ProvidersModule } from './providers/providers.module';
import { SamlModule } from './saml/saml.module';
import { ScimModule } from './scim/scim.module';
import { SecondFactorsModule } from './second-factors/second-factors.module';
import { SecondStepsModule } from './second-steps/second-steps.module';

/** The nouns of this context, from the lowest up. */
@Module({
  imports: [
    ProvidersModule,
    AccountsModule,
    GroupLinksModule,
    DirectoryRunsModule,
    LdapModule,
    PreviewsModule,
    OidcModule,
    SamlModule,
    ScimModule,
    SecondFactorsModule,
    SecondStepsModule,
  ],
})
export class SignInModule {}
