import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { RecordsModule } from '../records/records.module';
import { ImportBatches } from './import-batches.service';
import { ImportMemberships } from './import-memberships.service';
import { ImportStates } from './import-states.service';
import { UserImports } from './user-imports.service';

@Module({
  imports: [IdentityModule, AccessModule, MembershipsModule, RecordsModule],
  providers: [ImportBatches, ImportMemberships, ImportStates, UserImports],
  exports: [UserImports],
})
export class UserImportsModule {}
