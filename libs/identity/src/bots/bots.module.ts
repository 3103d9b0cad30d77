import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { DeactivationModule } from '../deactivation/deactivation.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { ProfilesModule } from '../profiles/profiles.module';
import { RecordsModule } from '../records/records.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { BotChannels } from './bot-channels.port';
import { BotDefaults } from './bot-defaults.service';
import { BotDirectory } from './bot-directory.service';
import { BotKeys } from './bot-keys.service';
import { BotNames } from './bot-names.service';
import { BotOwners } from './bot-owners.service';
import { BotReactivations } from './bot-reactivations.service';
import { BotRoles } from './bot-roles.service';
import { BotSettingChanges } from './bot-settings.service';
import { BotWriter } from './bot-writer.service';
import { BotRepository } from './bot.repository';
import { BotClientEvents } from './bots.client-events';
import { BotsController } from './bots.controller';
import { Bots } from './bots.service';
import { NewBotRules } from './new-bot-rules.service';
import { NewBots } from './new-bots.service';

@Module({
  imports: [
    RealtimeModule,
    AuditModule,
    CredentialsModule,
    DeactivationModule,
    OrganizationsModule,
    PermissionsModule,
    ProfilesModule,
    RecordsModule,
    UserChangesModule,
    UsersModule,
  ],
  controllers: [BotsController],
  providers: [
    BotChannels,
    BotClientEvents,
    BotDefaults,
    BotDirectory,
    BotKeys,
    BotNames,
    BotOwners,
    BotRepository,
    BotReactivations,
    BotRoles,
    BotSettingChanges,
    BotWriter,
    Bots,
    NewBotRules,
    NewBots,
  ],
  exports: [BotChannels, BotClientEvents, BotDefaults, BotReactivations, BotRoles],
})
export class BotsModule {}
