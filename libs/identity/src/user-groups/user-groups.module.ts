import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { RecordsModule } from '../records/records.module';
import { UsersModule } from '../users/users.module';
import { FullMemberRepository } from './full-member.repository';
import { FullMembers } from './full-members.service';
import { GroupExplanations } from './group-explanations.service';
import { ManagedGroups } from './managed-groups.port';
import { SystemGroupMembers } from './system-group-members.service';
import { UserGroupClientEvents } from './user-groups.client-events';
import { UserGroups } from './user-groups.service';
import { UserGroupsSnapshot } from './user-groups.snapshot';

@Module({
  imports: [RealtimeModule, UsersModule, OrganizationsModule, PermissionsModule, RecordsModule],
  providers: [
    FullMemberRepository,
    FullMembers,
    GroupExplanations,
    ManagedGroups,
    SystemGroupMembers,
    UserGroupClientEvents,
    UserGroups,
    UserGroupsSnapshot,
  ],
  exports: [FullMembers, GroupExplanations, ManagedGroups, UserGroupClientEvents, UserGroups, UserGroupsSnapshot],
})
export class UserGroupsModule {}
