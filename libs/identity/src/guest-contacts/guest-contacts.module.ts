import { Module } from '@nestjs/common';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { ProfileFieldsModule } from '../profile-fields/profile-fields.module';
import { RecordsModule } from '../records/records.module';
import { StatusesModule } from '../statuses/statuses.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { GuestContactChanges } from './guest-contact-changes.service';
import { GuestContactEventHandlers } from './guest-contact.event-handlers';
import { GuestContactRepository } from './guest-contact.repository';

@Module({
  imports: [
    GuestVisibilityModule,
    OrganizationsModule,
    ProfileFieldsModule,
    RecordsModule,
    StatusesModule,
    UserChangesModule,
  ],
  providers: [GuestContactChanges, GuestContactEventHandlers, GuestContactRepository],
  exports: [GuestContactChanges],
})
export class GuestContactsModule {}
