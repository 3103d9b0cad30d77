import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { GuestVisibilityModule } from '../guest-visibility/guest-visibility.module';
import { OrganizationAdministrationModule } from '../organization-administration/organization-administration.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { AccountStates } from './account-states.service';
import { AccountActivity } from './account-activity.service';
import { BotClosingRepository } from './bot-closing.repository';
import { BotDeactivations } from './bot-deactivations.service';
import { Deactivations } from './deactivations.service';
import { DirectoryAccounts } from './directory-accounts.service';
import { GroupPresence } from './group-presence.service';

@Module({
  imports: [
    RealtimeModule,
    AuditModule,
    CredentialsModule,
    GuestVisibilityModule,
    OrganizationAdministrationModule,
    OrganizationsModule,
    PermissionsModule,
    RecordsModule,
    UserGroupsModule,
    UserChangesModule,
    UsersModule,
  ],
  providers: [
    AccountActivity,
    AccountStates,
    BotClosingRepository,
    BotDeactivations,
    Deactivations,
    DirectoryAccounts,
    GroupPresence,
  ],
  exports: [AccountActivity, Deactivations, DirectoryAccounts],
})
export class DeactivationModule {}
