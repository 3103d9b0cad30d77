import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { EmailDomainsModule } from '../email-domains/email-domains.module';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { ProfileFieldsModule } from '../profile-fields/profile-fields.module';
import { RecordsModule } from '../records/records.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { IdentityClientEvents } from './identity.client-events';
import { Profiles } from './profiles.service';
import { UserAddresses } from './user-addresses.service';
import { UserNames } from './user-names.service';
import { UserUpdates } from './user-updates.service';
import { UsersSnapshot } from './users-snapshot.client-events';

@Module({
  imports: [
    RealtimeModule,
    AuditModule,
    EmailDomainsModule,
    GuestVisibilityModule,
    OrganizationsModule,
    PermissionsModule,
    ProfileFieldsModule,
    RecordsModule,
    UserChangesModule,
    UsersModule,
  ],
  providers: [IdentityClientEvents, Profiles, UserAddresses, UserNames, UserUpdates, UsersSnapshot],
  exports: [Profiles, UserAddresses, UserNames, UserUpdates],
})
export class ProfilesModule {}
