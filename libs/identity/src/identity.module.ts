import { Authenticator } from '@app/platform';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { Accounts } from './app/accounts';
import { ApiKeys } from './app/api-keys.service';
import { Audit } from './app/audit.service';
import { CredentialAuthenticator } from './app/credential-authenticator';
import { EmptyParts } from './app/empty-parts.client-events';
import { FirstStart } from './app/first-start.service';
import { GroupSettings } from './app/group-settings.service';
import { Logins } from './app/logins.service';
import { NewcomerLocks } from './app/newcomer-locks';
import { OrganizationClientEvents } from './app/organization.client-events';
import { Organizations } from './app/organizations.service';
import { Passwords } from './app/passwords';
import { Permissions } from './app/permissions.service';
import { PersonalSettingsClientEvents } from './app/personal-settings.client-events';
import { Profiles } from './app/profiles.service';
import { ServerSettings } from './app/server-settings.client-events';
import { SpecialPermissions } from './app/special-permissions.service';
import { UserCreation } from './app/user-creation.service';
import { UserGroupClientEvents } from './app/user-groups.client-events';
import { UserGroups } from './app/user-groups.service';
import { UserClientEvents } from './app/users.client-events';
import { UsersSnapshot } from './app/users-snapshot.client-events';
import { Users } from './app/users.service';
import { AuditController } from './http/audit.controller';
import { CredentialsController } from './http/credentials.controller';
import { ServerSettingsController } from './http/server-settings.controller';
import { UsersController } from './http/users.controller';
import { ApiKeyRepository } from './store/api-key.repository';
import { AuditRepository } from './store/audit.repository';
import { OrganizationRepository } from './store/organization.repository';
import { UserGroupRepository } from './store/user-group.repository';
import { UserRepository } from './store/user.repository';

/** The one port that platform asks for by itself, and so wherever it is. */
@Global()
@Module({
  providers: [ApiKeyRepository, { provide: Authenticator, useClass: CredentialAuthenticator }],
  exports: [Authenticator],
})
class AuthenticationModule {}

const SERVICES = [
  ApiKeys,
  Audit,
  FirstStart,
  GroupSettings,
  NewcomerLocks,
  Organizations,
  Passwords,
  Permissions,
  SpecialPermissions,
  UserCreation,
  UserGroups,
  Users,
];

const CLIENT_EVENTS = [
  EmptyParts,
  OrganizationClientEvents,
  PersonalSettingsClientEvents,
  UserClientEvents,
  UserGroupClientEvents,
  UsersSnapshot,
];

@Module({
  imports: [RealtimeModule, AuthenticationModule],
  controllers: [AuditController, UsersController, CredentialsController, ServerSettingsController],
  providers: [
    ...SERVICES,
    ...CLIENT_EVENTS,
    Accounts,
    ApiKeyRepository,
    AuditRepository,
    Logins,
    OrganizationRepository,
    Profiles,
    ServerSettings,
    UserGroupRepository,
    UserRepository,
  ],
  exports: SERVICES,
})
export class IdentityModule {}
