import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RecordsModule } from '../records/records.module';
import { GuestVisibilityRepository } from './guest-visibility.repository';
import { GuestVisibility } from './guest-visibility.service';
import { UserEventAudiences } from './user-event-audiences.service';

@Module({
  imports: [OrganizationsModule, RecordsModule],
  providers: [GuestVisibility, GuestVisibilityRepository, UserEventAudiences],
  exports: [GuestVisibility, UserEventAudiences],
})
export class GuestVisibilityModule {}
