import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { RecordsModule } from '../records/records.module';
import { DirectoryExports } from './directory-exports.service';

@Module({
  imports: [IdentityModule, AccessModule, RecordsModule],
  providers: [DirectoryExports],
  exports: [DirectoryExports],
})
export class DirectoryExportsModule {}
