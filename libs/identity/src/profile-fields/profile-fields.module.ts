import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RecordsModule } from '../records/records.module';
import { RenderingOptionsModule } from '../rendering-options/rendering-options.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { ExternalProfileValues } from './external-profile-values.service';
import { ProfileDataController } from './profile-data.controller';
import { ProfileFieldAdministration } from './profile-field-administration.service';
import { ProfileFieldClientEvents } from './profile-field.client-events';
import { ProfileFieldRepository } from './profile-field.repository';
import { ProfileFieldsController } from './profile-fields.controller';
import { ProfileFields } from './profile-fields.service';
import { ProfileValueRepository } from './profile-value.repository';
import { ProfileFieldEntity } from './profile-field.entity';
import { ProfileValueEntity } from './profile-value.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([ProfileFieldEntity, ProfileValueEntity]),
    RealtimeModule,
    AuditModule,
    GuestVisibilityModule,
    OrganizationsModule,
    RecordsModule,
    RenderingOptionsModule,
    UserChangesModule,
    UsersModule,
  ],
  controllers: [ProfileDataController, ProfileFieldsController],
  providers: [
    ExternalProfileValues,
    ProfileFieldAdministration,
    ProfileFieldClientEvents,
    ProfileFieldRepository,
    ProfileFields,
    ProfileValueRepository,
  ],
  exports: [ExternalProfileValues, ProfileFields],
})
export class ProfileFieldsModule {}
