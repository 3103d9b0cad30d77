import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { EmojiModule } from '../emoji/emoji.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { UsersModule } from '../users/users.module';
import { ExportArchivesController } from './export-archives.controller';
import { ExportArchives } from './export-archives.service';
import { ExportJobRepository } from './export-job.repository';
import { ExportJobs } from './export-jobs.service';
import { ExportScopes } from './export-scopes.service';
import { ExportSections } from './export-sections.port';
import { ExportedOrganization } from './exported-organization.service';
import { ExportedPictures } from './exported-pictures.service';
import { OrganizationExportClientEvents } from './organization-export.client-events';
import { OrganizationExportRepository } from './organization-export.repository';
import { OrganizationExportsController } from './organization-exports.controller';
import { OrganizationExports } from './organization-exports.service';

@Module({
  imports: [
    RealtimeModule,
    CredentialsModule,
    UsersModule,
    UserGroupsModule,
    OrganizationsModule,
    PermissionsModule,
    AuditModule,
    EmojiModule,
    RecordsModule,
  ],
  controllers: [OrganizationExportsController, ExportArchivesController],
  providers: [
    ExportArchives,
    ExportedOrganization,
    ExportedPictures,
    ExportJobRepository,
    ExportJobs,
    ExportScopes,
    ExportSections,
    OrganizationExportClientEvents,
    OrganizationExportRepository,
    OrganizationExports,
  ],
  exports: [ExportSections],
})
export class OrganizationExportsModule {}
