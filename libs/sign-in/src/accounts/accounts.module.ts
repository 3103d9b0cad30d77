import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { ExternalAccounts } from './external-accounts.service';
import { ExternalExplanations } from './external-explanations.service';
import { ExternalNewcomers } from './external-newcomers.service';
import { ExternalIdentityRepository } from './external-identity.repository';
import { ExternalMemberships } from './external-memberships.port';
import { ProvidersModule } from '../providers/providers.module';

/** Who the people of a provider are here. */
@Module({
  imports: [IdentityModule, ProvidersModule],
  providers: [
    ExternalAccounts,
    ExternalExplanations,
    ExternalIdentityRepository,
    ExternalMemberships,
    ExternalNewcomers,
  ],
  exports: [ExternalAccounts, ExternalExplanations, ExternalMemberships, ExternalNewcomers],
})
export class AccountsModule {}
