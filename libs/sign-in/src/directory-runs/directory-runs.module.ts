import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { GroupLinksModule } from '../group-links/group-links.module';
import { LdapModule } from '../ldap/ldap.module';
import { ProvidersModule } from '../providers/providers.module';
import { DirectoryPeople } from './directory-people.service';
import { DirectoryRunRepository } from './directory-run.repository';
import { DirectoryRuns } from './directory-runs.service';
import { DirectorySynchronisation } from './directory-synchronisation.service';
import { PersonUpdates } from './person-updates.service';

/** Accounts that are kept in step with directories. */
@Module({
  imports: [IdentityModule, GroupLinksModule, LdapModule, ProvidersModule],
  providers: [DirectoryPeople, DirectoryRunRepository, DirectoryRuns, DirectorySynchronisation, PersonUpdates],
  exports: [DirectoryRuns],
})
export class DirectoryRunsModule {}
