import { Authenticator } from '@app/platform';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { EmailDomainRepository } from './store/email-domain.repository';
import { AddressRules } from './app/address-rules.service';
import { AccountActivity } from './app/account-activity.service';
import { Acquaintances } from './app/acquaintances.service';
import { Deactivations } from './app/deactivations.service';
import { GroupPresence } from './app/group-presence.service';
import { Onlookers } from './app/onlookers.service';
import { People } from './app/people.service';
import { PeopleReactions } from './app/people.reactions';
import { UserUpdates } from './app/user-updates.service';
import { AcquaintanceRepository } from './store/acquaintance.repository';
import { Accounts } from './app/accounts';
import { ApiKeys } from './app/api-keys.service';
import { Audit } from './app/audit.service';
import { CredentialAuthenticator } from './app/credential-authenticator';
import { Dialects } from './app/dialects.service';
import { EmptyParts } from './app/empty-parts.client-events';
import { FirstStart } from './app/first-start.service';
import { FullMembers } from './app/full-members.service';
import { GroupCandidates } from './app/group-candidates';
import { GroupContents } from './app/group-contents.service';
import { GroupMembership } from './app/group-membership.service';
import { GroupExplanations } from './app/group-explanations.service';
import { GroupSettings } from './app/group-settings.service';
import { GroupUses } from './app/group-uses.service';
import { LinkifierClientEvents } from './app/linkifiers.client-events';
import { Linkifiers } from './app/linkifiers.service';
import { Logins } from './app/logins.service';
import { NewUserGroups } from './app/new-user-groups.service';
import { NewcomerLocks } from './app/newcomer-locks';
import { OrganizationChanges } from './app/organization-changes.service';
import { OrganizationClientEvents } from './app/organization.client-events';
import { Organizations } from './app/organizations.service';
import { Passwords } from './app/passwords';
import { Permissions } from './app/permissions.service';
import { PersonalSettingsClientEvents } from './app/personal-settings.client-events';
import { Profiles } from './app/profiles.service';
import { ServerSettings } from './app/server-settings.client-events';
import { SpecialPermissions } from './app/special-permissions.service';
import { SpectatorAccess } from './app/spectator-access.service';
import { UserCreation } from './app/user-creation.service';
import { UserGroupChanges } from './app/user-group-changes.service';
import { UserGroupClientEvents } from './app/user-groups.client-events';
import { UserGroups } from './app/user-groups.service';
import { UserGroupsSnapshot } from './app/user-groups.snapshot';
import { UserClientEvents } from './app/users.client-events';
import { UsersSnapshot } from './app/users-snapshot.client-events';
import { Users } from './app/users.service';
import { AuditController } from './http/audit.controller';
import { CredentialsController } from './http/credentials.controller';
import { OrganizationController } from './http/organization.controller';
import { LinkifiersController } from './http/linkifiers.controller';
import { ServerSettingsController } from './http/server-settings.controller';
import { UserGroupMembersController } from './http/user-group-members.controller';
import { UserGroupsController } from './http/user-groups.controller';
import { UsersController } from './http/users.controller';
import { MAIL_CONTROLLERS, MAIL_PROVIDERS, MAIL_SERVICES } from './mail.providers';
import { ORGANIZATION_CONTROLLERS, ORGANIZATION_PROVIDERS, ORGANIZATION_SERVICES } from './organization.providers';
import { PERSONAL_CONTROLLERS, PERSONAL_PROVIDERS, PERSONAL_SERVICES } from './personal.providers';
import { CREDENTIALS_CONTROLLERS, CREDENTIALS_PROVIDERS, CREDENTIALS_SERVICES } from './credentials.providers';
import { ApiKeyRepository } from './store/api-key.repository';
import { AuditRepository } from './store/audit.repository';
import { FullMemberRepository } from './store/full-member.repository';
import { GroupContentsRepository } from './store/group-contents.repository';
import { GroupUseRepository } from './store/group-use.repository';
import { LinkifierRepository } from './store/linkifier.repository';
import { SessionRepository } from './store/session.repository';
import { OrganizationRepository } from './store/organization.repository';
import { UserGroupRepository } from './store/user-group.repository';
import { UserRepository } from './store/user.repository';

/** The one port that platform asks for by itself, and so wherever it is. */
@Global()
@Module({
  providers: [ApiKeyRepository, SessionRepository, { provide: Authenticator, useClass: CredentialAuthenticator }],
  exports: [Authenticator, ApiKeyRepository, SessionRepository],
})
class AuthenticationModule {}

const SERVICES = [
  ...CREDENTIALS_SERVICES,
  AccountActivity,
  Acquaintances,
  Deactivations,
  ...MAIL_SERVICES,
  ...ORGANIZATION_SERVICES,
  ...PERSONAL_SERVICES,
  ApiKeys,
  Audit,
  Dialects,
  FirstStart,
  FullMembers,
  GroupExplanations,
  GroupSettings,
  GroupUses,
  Linkifiers,
  NewcomerLocks,
  OrganizationChanges,
  Organizations,
  Passwords,
  Permissions,
  SpecialPermissions,
  SpectatorAccess,
  UserCreation,
  UserGroups,
  UserUpdates,
  Users,
];

const CLIENT_EVENTS = [
  EmptyParts,
  LinkifierClientEvents,
  OrganizationClientEvents,
  PersonalSettingsClientEvents,
  UserClientEvents,
  UserGroupClientEvents,
  UserGroupsSnapshot,
  UsersSnapshot,
];

@Module({
  imports: [RealtimeModule, AuthenticationModule],
  controllers: [
    ...CREDENTIALS_CONTROLLERS,
    ...MAIL_CONTROLLERS,
    ...ORGANIZATION_CONTROLLERS,
    ...PERSONAL_CONTROLLERS,
    AuditController,
    UsersController,
    CredentialsController,
    LinkifiersController,
    OrganizationController,
    ServerSettingsController,
    UserGroupMembersController,
    UserGroupsController,
  ],
  providers: [
    ...SERVICES,
    ...CLIENT_EVENTS,
    ...CREDENTIALS_PROVIDERS,
    ...MAIL_PROVIDERS,
    ...ORGANIZATION_PROVIDERS,
    ...PERSONAL_PROVIDERS,
    Accounts,
    AcquaintanceRepository,
    AddressRules,
    EmailDomainRepository,
    GroupPresence,
    Onlookers,
    People,
    PeopleReactions,
    AuditRepository,
    FullMemberRepository,
    GroupCandidates,
    GroupContents,
    GroupContentsRepository,
    GroupMembership,
    GroupUseRepository,
    LinkifierRepository,
    Logins,
    NewUserGroups,
    OrganizationRepository,
    Profiles,
    ServerSettings,
    UserGroupChanges,
    UserGroupRepository,
    UserRepository,
  ],
  exports: SERVICES,
})
export class IdentityModule {}
