import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { EmailChangesModule } from '../email-changes/email-changes.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordChangesModule } from '../password-changes/password-changes.module';
import { PresenceModule } from '../presence/presence.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { RecordsModule } from '../records/records.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { PersonalSettingsEvents } from './personal-setting-changes.client-events';
import { PersonalSettingsChanges } from './personal-settings-changes.service';
import { PersonalSettingsReadings } from './personal-settings-readings.service';
import { PersonalSettingsWriter } from './personal-settings-writer.service';
import { PersonalSettingsClientEvents } from './personal-settings.client-events';
import { PersonalSettingsController } from './personal-settings.controller';
import { PersonalSettingsRepository } from './personal-settings.repository';
import { UserDefaultsClientEvents } from './user-defaults.client-events';
import { UserDefaults } from './user-defaults.service';

@Module({
  imports: [
    RealtimeModule,
    AuditModule,
    EmailChangesModule,
    OrganizationsModule,
    PasswordChangesModule,
    PresenceModule,
    ProfilesModule,
    RecordsModule,
    UserChangesModule,
    UsersModule,
  ],
  controllers: [PersonalSettingsController],
  providers: [
    PersonalSettingsChanges,
    PersonalSettingsClientEvents,
    PersonalSettingsEvents,
    PersonalSettingsReadings,
    PersonalSettingsRepository,
    PersonalSettingsWriter,
    UserDefaults,
    UserDefaultsClientEvents,
  ],
  exports: [PersonalSettingsChanges, PersonalSettingsReadings, UserDefaults],
})
export class PersonalSettingsModule {}
