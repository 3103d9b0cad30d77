import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { UsersModule } from '../users/users.module';
import { GroupCandidates } from './group-candidates.service';
import { GroupContents } from './group-contents.service';
import { GroupMembership } from './group-membership.service';
import { UserGroupMembersController } from './user-group-members.controller';

@Module({
  imports: [AuditModule, PermissionsModule, RecordsModule, UserGroupsModule, UsersModule],
  controllers: [UserGroupMembersController],
  providers: [GroupCandidates, GroupContents, GroupMembership],
  exports: [GroupCandidates, GroupContents],
})
export class GroupMembersModule {}
