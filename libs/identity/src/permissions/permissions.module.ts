import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { GroupSettings } from './group-settings.service';
import { GroupUseRepository } from './group-use.repository';
import { GroupUses } from './group-uses.service';
import { Permissions } from './permissions.service';

@Module({
  imports: [RecordsModule],
  providers: [GroupSettings, GroupUseRepository, GroupUses, Permissions],
  exports: [GroupSettings, GroupUses, Permissions],
})
export class PermissionsModule {}
