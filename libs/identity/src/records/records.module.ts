import { Module } from '@nestjs/common';
import { GroupContentsRepository } from './group-contents.repository';
import { OrganizationRepository } from './organization.repository';
import { UserGroupRepository } from './user-group.repository';
import { UserRepository } from './user.repository';

@Module({
  providers: [GroupContentsRepository, OrganizationRepository, UserGroupRepository, UserRepository],
  exports: [GroupContentsRepository, OrganizationRepository, UserGroupRepository, UserRepository],
})
export class RecordsModule {}
