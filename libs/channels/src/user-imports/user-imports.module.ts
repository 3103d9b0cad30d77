import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { RecordsModule } from '../records/records.module';
import { ImportBatches } from './import-batches.service';
import { ImportMemberships } from './import-memberships.service';
import { ImportStates } from './import-states.service';
import { ImportJobs } from './import-jobs.service';
import { UserImportRepository } from './user-import.repository';
import { UserImportsController } from './user-imports.controller';
import { UserImports } from './user-imports.service';

@Module({
  imports: [IdentityModule, AccessModule, MembershipsModule, RecordsModule],
  controllers: [UserImportsController],
  providers: [ImportBatches, ImportJobs, ImportMemberships, ImportStates, UserImportRepository, UserImports],
  exports: [UserImports],
})
export class UserImportsModule {}
