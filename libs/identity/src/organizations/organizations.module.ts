import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { LeasedOrganizationJobs } from './leased-organization-jobs.service';
import { Organizations } from './organizations.service';
import { OwnersWaysIn } from './owners-ways-in.service';
import { SpectatorAccess } from './spectator-access.service';

@Module({
  imports: [RealtimeModule, RecordsModule],
  providers: [LeasedOrganizationJobs, Organizations, OwnersWaysIn, SpectatorAccess],
  exports: [LeasedOrganizationJobs, Organizations, OwnersWaysIn, SpectatorAccess],
})
export class OrganizationsModule {}
