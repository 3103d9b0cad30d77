import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { OidcModule } from './oidc/oidc.module';
import { ProvidersModule } from './providers/providers.module';
import { SecondFactorsModule } from './second-factors/second-factors.module';
import { SecondStepsModule } from './second-steps/second-steps.module';

/** The nouns of this context, from the lowest up. */
@Module({ imports: [ProvidersModule, AccountsModule, OidcModule, SecondFactorsModule, SecondStepsModule] })
export class SignInModule {}
