import { Authenticator } from '@app/platform';
import { RealtimeModule } from '@app/realtime';
import { Global, Module } from '@nestjs/common';
import { EmailDomainRepository } from './email-domains/email-domain.repository';
import { AddressRules } from './email-domains/address-rules.service';
import { AccountActivity } from './deactivation/account-activity.service';
import { GuestVisibility } from './guest-visibility/guest-visibility.service';
import { Deactivations } from './deactivation/deactivations.service';
import { GroupPresence } from './deactivation/group-presence.service';
import { UserEventAudiences } from './guest-visibility/user-event-audiences.service';
import { CachedUsers } from './users/cached-users.service';
import { GuestContactChanges } from './guest-contacts/guest-contact-changes.service';
import { GuestContactReactions } from './guest-contacts/guest-contact.reactions';
import { GuestContactRepository } from './guest-contacts/guest-contact.repository';
import { OrganizationReactions } from './organization-administration/organization.reactions';
import { UserUpdates } from './profiles/user-updates.service';
import { GuestVisibilityRepository } from './guest-visibility/guest-visibility.repository';
import { Accounts } from './accounts/accounts.service';
import { ApiKeys } from './credentials/api-keys.service';
import { Audit } from './audit/audit.service';
import { CredentialAuthenticator } from './credentials/credential-authenticator.service';
import { RenderingOptions } from './rendering-options/rendering-options.service';
import { EmptyParts } from './organization-administration/empty-parts.client-events';
import { FirstStart } from './first-start/first-start.service';
import { FullMembers } from './user-groups/full-members.service';
import { GroupCandidates } from './group-members/group-candidates.service';
import { GroupContents } from './group-members/group-contents.service';
import { GroupMembership } from './group-members/group-membership.service';
import { GroupExplanations } from './user-groups/group-explanations.service';
import { GroupSettings } from './permissions/group-settings.service';
import { GroupUses } from './permissions/group-uses.service';
import { LinkifierClientEvents } from './linkifiers/linkifiers.client-events';
import { Linkifiers } from './linkifiers/linkifiers.service';
import { Logins } from './authentication/logins.service';
import { NewUserGroups } from './group-administration/new-user-groups.service';
import { NewcomerLocks } from './users/newcomer-locks.service';
import { OrganizationChanges } from './organization-administration/organization-changes.service';
import { OrganizationClientEvents } from './organization-administration/organization.client-events';
import { Organizations } from './organizations/organizations.service';
import { Passwords } from './passwords/passwords.service';
import { Permissions } from './permissions/permissions.service';
import { PersonalSettingsClientEvents } from './personal-settings/personal-settings.client-events';
import { Profiles } from './profiles/profiles.service';
import { ServerSettings } from './server-settings/server-settings.client-events';
import { SpecialPermissions } from './accounts/special-permissions.service';
import { SpectatorAccess } from './organizations/spectator-access.service';
import { UserCreation } from './user-administration/user-creation.service';
import { UserGroupChanges } from './group-administration/user-group-changes.service';
import { UserGroupClientEvents } from './user-groups/user-groups.client-events';
import { UserGroups } from './user-groups/user-groups.service';
import { UserGroupsSnapshot } from './user-groups/user-groups.snapshot';
import { UserClientEvents } from './users/users.client-events';
import { UsersSnapshot } from './profiles/users-snapshot.client-events';
import { Users } from './users/users.service';
import { AuditController } from './audit/audit.controller';
import { CredentialsController } from './authentication/credentials.controller';
import { OrganizationController } from './organization-administration/organization.controller';
import { LinkifiersController } from './linkifiers/linkifiers.controller';
import { ServerSettingsController } from './server-settings/server-settings.controller';
import { UserGroupMembersController } from './group-members/user-group-members.controller';
import { UserGroupsController } from './group-administration/user-groups.controller';
import { UsersController } from './user-administration/users.controller';
import { MAIL_CONTROLLERS, MAIL_PROVIDERS, MAIL_SERVICES } from './mail.providers';
import { ORGANIZATION_CONTROLLERS, ORGANIZATION_PROVIDERS, ORGANIZATION_SERVICES } from './organization.providers';
import { PERSONAL_CONTROLLERS, PERSONAL_PROVIDERS, PERSONAL_SERVICES } from './personal.providers';
import { CREDENTIALS_CONTROLLERS, CREDENTIALS_PROVIDERS, CREDENTIALS_SERVICES } from './credentials.providers';
import { ApiKeyRepository } from './credentials/api-key.repository';
import { AuditRepository } from './audit/audit.repository';
import { FullMemberRepository } from './user-groups/full-member.repository';
import { GroupContentsRepository } from './records/group-contents.repository';
import { GroupUseRepository } from './permissions/group-use.repository';
import { LinkifierRepository } from './linkifiers/linkifier.repository';
import { SessionRepository } from './credentials/session.repository';
import { OrganizationRepository } from './records/organization.repository';
import { UserGroupRepository } from './records/user-group.repository';
import { UserRepository } from './records/user.repository';

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
  GuestVisibility,
  GuestContactChanges,
  Deactivations,
  ...MAIL_SERVICES,
  ...ORGANIZATION_SERVICES,
  ...PERSONAL_SERVICES,
  ApiKeys,
  Audit,
  RenderingOptions,
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
    GuestVisibilityRepository,
    AddressRules,
    EmailDomainRepository,
    GroupPresence,
    UserEventAudiences,
    CachedUsers,
    GuestContactReactions,
    GuestContactRepository,
    OrganizationReactions,
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
