import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { GuestContactsModule } from '../guest-contacts/guest-contacts.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { PersonalSettingsModule } from '../personal-settings/personal-settings.module';
import { PicturesModule } from '../pictures/pictures.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { UsersModule } from '../users/users.module';
import { EmptySnapshotParts } from './empty-snapshot-parts.client-events';
import { OrganizationActivity } from './organization-activity.service';
import { OrganizationChanges } from './organization-changes.service';
import { OrganizationCreation } from './organization-creation.service';
import { OrganizationSettingRules } from './organization-setting-rules.service';
import { OrganizationPicturesController } from './organization-pictures.controller';
import { OrganizationPictures } from './organization-pictures.service';
import { OrganizationClientEvents } from './organization.client-events';
import { OrganizationController } from './organization.controller';
import { OrganizationEventHandlers } from './organization.event-handlers';
import { PushStatuses } from './push-statuses.service';

@Module({
  imports: [
    RealtimeModule,
    AuditModule,
    CredentialsModule,
    GuestContactsModule,
    OrganizationsModule,
    PermissionsModule,
    PersonalSettingsModule,
    PicturesModule,
    RecordsModule,
    UserGroupsModule,
    UsersModule,
  ],
  controllers: [OrganizationController, OrganizationPicturesController],
  providers: [
    EmptySnapshotParts,
    OrganizationActivity,
    OrganizationChanges,
    OrganizationClientEvents,
    OrganizationCreation,
    OrganizationPictures,
    OrganizationEventHandlers,
    OrganizationSettingRules,
    PushStatuses,
  ],
  exports: [OrganizationActivity, OrganizationChanges, OrganizationClientEvents, OrganizationCreation, PushStatuses],
})
export class OrganizationAdministrationModule {}
