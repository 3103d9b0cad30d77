import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { RecordsModule } from '../records/records.module';
import { DirectoryExportsController } from './directory-exports.controller';
import { DirectoryExports } from './directory-exports.service';
import { ExportedChannels } from './exported-channels.service';

@Module({
  imports: [IdentityModule, AccessModule, RecordsModule],
  controllers: [DirectoryExportsController],
  providers: [DirectoryExports, ExportedChannels],
  exports: [DirectoryExports, ExportedChannels],
})
export class DirectoryExportsModule {}
