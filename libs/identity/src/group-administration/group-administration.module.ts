import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { GroupMembersModule } from '../group-members/group-members.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { DirectoryGroups } from './directory-groups.service';
import { NewUserGroups } from './new-user-groups.service';
import { UserGroupChanges } from './user-group-changes.service';
import { UserGroupsController } from './user-groups.controller';

@Module({
  imports: [AuditModule, GroupMembersModule, PermissionsModule, RecordsModule, UserGroupsModule],
  controllers: [UserGroupsController],
  providers: [DirectoryGroups, NewUserGroups, UserGroupChanges],
  exports: [DirectoryGroups, NewUserGroups],
})
export class GroupAdministrationModule {}
