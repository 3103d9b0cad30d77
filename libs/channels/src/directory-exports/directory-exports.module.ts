import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { RecordsModule } from '../records/records.module';
import { DirectoryExportsController } from './directory-exports.controller';
import { DirectoryExports } from './directory-exports.service';

@Module({
  imports: [IdentityModule, AccessModule, RecordsModule],
  controllers: [DirectoryExportsController],
  providers: [DirectoryExports],
  exports: [DirectoryExports],
})
export class DirectoryExportsModule {}
