import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { LeasedOrganizationJobs } from './leased-organization-jobs.service';
import { Organizations } from './organizations.service';
import { OwnerLoginMethods } from './owner-login-methods.service';
import { SpectatorAccess } from './spectator-access.service';

@Module({
  imports: [RealtimeModule, RecordsModule],
  providers: [LeasedOrganizationJobs, Organizations, OwnerLoginMethods, SpectatorAccess],
  exports: [LeasedOrganizationJobs, Organizations, OwnerLoginMethods, SpectatorAccess],
})
export class OrganizationsModule {}
