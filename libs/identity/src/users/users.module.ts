import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RecordsModule } from '../records/records.module';
import { ManagedProfiles } from './managed-profiles.port';
import { NewAccounts } from './new-accounts.service';
import { SpecialPermissions } from './special-permissions.service';
import { UserCache } from './user-cache.service';
import { Users } from './users.service';

@Module({
  imports: [AuditModule, OrganizationsModule, RecordsModule],
  providers: [ManagedProfiles, NewAccounts, SpecialPermissions, UserCache, Users],
  exports: [ManagedProfiles, NewAccounts, SpecialPermissions, Users],
})
export class UsersModule {}
