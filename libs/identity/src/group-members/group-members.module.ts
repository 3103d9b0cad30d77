import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { UsersModule } from '../users/users.module';
import { DirectoryGroupMembers } from './directory-group-members.service';
import { GroupCandidates } from './group-candidates.service';
import { GroupContentChanges } from './group-content-changes.service';
import { GroupContents } from './group-contents.service';
import { GroupMembership } from './group-membership.service';
import { UserGroupMembersController } from './user-group-members.controller';

@Module({
  imports: [AuditModule, PermissionsModule, RecordsModule, UserGroupsModule, UsersModule],
  controllers: [UserGroupMembersController],
  providers: [DirectoryGroupMembers, GroupCandidates, GroupContentChanges, GroupContents, GroupMembership],
  exports: [DirectoryGroupMembers, GroupCandidates, GroupContentChanges, GroupContents],
})
export class GroupMembersModule {}
