import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccountDecisions } from './account-decisions.service';
import { ExternalAccounts } from './external-accounts.service';
import { ExternalExplanations } from './external-explanations.service';
import { ExternalNewcomers } from './external-newcomers.service';
import { ExternalIdentityRepository } from './external-identity.repository';
import { ExternalMemberships } from './external-memberships.port';
import { ProviderProfiles } from './provider-profiles.service';
import { NamedPeople } from './named-people.port';
import { ProvidersModule } from '../providers/providers.module';

/** Who the people of a provider are here. */
@Module({
  imports: [IdentityModule, ProvidersModule],
  providers: [
    AccountDecisions,
    ExternalAccounts,
    ExternalExplanations,
    ExternalIdentityRepository,
    ExternalMemberships,
    ExternalNewcomers,
    ProviderProfiles,
    NamedPeople,
  ],
  exports: [
    AccountDecisions,
    ExternalAccounts,
    ExternalExplanations,
    ExternalMemberships,
    ExternalNewcomers,
    NamedPeople,
  ],
})
export class AccountsModule {}
