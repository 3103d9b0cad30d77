import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { UsersModule } from '../users/users.module';
import { NewUsers } from './new-users.service';
import { NewcomerLocks } from './newcomer-locks.service';
import { SystemBots } from './system-bots.service';
import { UserCreationEvents } from './user-creation-events.service';
import { UserRoles } from './user-roles.service';
import { UserClientEvents } from './users.client-events';

@Module({
  imports: [
    RealtimeModule,
    AuditModule,
    GuestVisibilityModule,
    OrganizationsModule,
    RecordsModule,
    UserGroupsModule,
    UsersModule,
  ],
  providers: [NewUsers, NewcomerLocks, SystemBots, UserCreationEvents, UserClientEvents, UserRoles],
  exports: [NewUsers, NewcomerLocks, SystemBots, UserCreationEvents, UserClientEvents, UserRoles],
})
export class UserChangesModule {}
