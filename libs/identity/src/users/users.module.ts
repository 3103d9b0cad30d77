import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuditModule } from '../audit/audit.module';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { CachedUsers } from './cached-users.service';
import { NewcomerLocks } from './newcomer-locks.service';
import { UserClientEvents } from './users.client-events';
import { Users } from './users.service';

@Module({
  imports: [
    RealtimeModule,
    AccountsModule,
    AuditModule,
    GuestVisibilityModule,
    OrganizationsModule,
    RecordsModule,
    UserGroupsModule,
  ],
  providers: [CachedUsers, NewcomerLocks, UserClientEvents, Users],
  exports: [CachedUsers, NewcomerLocks, UserClientEvents, Users],
})
export class UsersModule {}
