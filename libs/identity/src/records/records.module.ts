import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupContentsRepository } from './group-contents.repository';
import { OrganizationEntity } from './organization.entity';
import { OrganizationRepository } from './organization.repository';
import { UserGroupRepository } from './user-group.repository';
import { UserEntity } from './user.entity';
import { UserRepository } from './user.repository';

@Module({
  // Entities of other nouns refer to these two by foreign keys.
  imports: [TypeOrmModule.forFeature([OrganizationEntity, UserEntity])],
  providers: [GroupContentsRepository, OrganizationRepository, UserGroupRepository, UserRepository],
  exports: [GroupContentsRepository, OrganizationRepository, UserGroupRepository, UserRepository],
})
export class RecordsModule {}
