import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { RecordsModule } from '../records/records.module';
import { UsersModule } from '../users/users.module';
import { OrganizationExportClientEvents } from './organization-export.client-events';
import { OrganizationExportRepository } from './organization-export.repository';
import { OrganizationExportsController } from './organization-exports.controller';
import { OrganizationExports } from './organization-exports.service';

@Module({
  imports: [RealtimeModule, UsersModule, AuditModule, RecordsModule],
  controllers: [OrganizationExportsController],
  providers: [OrganizationExportClientEvents, OrganizationExportRepository, OrganizationExports],
})
export class OrganizationExportsModule {}
