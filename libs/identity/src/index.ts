/**
 * The identity context: organizations and their settings, users and roles, user groups and the permission graph,
 * credentials. Other contexts import only this file.
 */
export { IdentityModule } from './identity.module';

// Organizations
export { LeasedOrganizationJobs } from './organizations/leased-organization-jobs.service';
export { Organizations } from './organizations/organizations.service';
export { OwnerLoginMethods } from './organizations/owner-login-methods.service';
export { OrganizationActivity } from './organization-administration/organization-activity.service';
export { OrganizationCreation } from './organization-administration/organization-creation.service';
export { OrganizationChanges } from './organization-administration/organization-changes.service';
export { ExportSections } from './organization-exports/export-sections.port';
export type { ExportPage, ExportScope } from './organization-exports/export-sections.port';
export { ChannelReference } from './organizations/channel-reference.port';
export type { ReferredChannel } from './organizations/channel-reference.port';
export { AvatarSources } from './avatars/avatar-sources.service';
export { CustomEmoji } from './emoji/custom-emoji.service';
export { Linkifiers } from './linkifiers/linkifiers.service';
export { type OrganizationRendering, RenderingOptions } from './rendering-options/rendering-options.service';
export { FirstStart } from './first-start/first-start.service';
export type { FirstStartResult } from './first-start/first-start.service';
export { EMPTY_TOPIC_NAME } from './records/organization';
export type { Organization } from './records/organization';
export { pushFacts } from './organization-administration/organization-facts.client-events';
export { PushStatuses } from './organization-administration/push-statuses.service';

// Users
export { Users } from './users/users.service';
export { SystemBots } from './user-changes/system-bots.service';
export { NewUsers } from './user-changes/new-users.service';
export { UserRoles } from './user-changes/user-roles.service';
export { AlertWords } from './alert-words/alert-words.service';
export { ADDS_EMOJI } from './emoji/custom-emoji.service';
export { EmojiChoices } from './emoji/emoji-choices.service';
export { MutedUsers } from './muted-users/muted-users.service';
export { PersonalSettingsReadings } from './personal-settings/personal-settings-readings.service';
export { actorOf } from './records/actor-of';
export type { WritingSettings } from './records/actor-of';
export { AUTOMATIC_TOPIC_POLICY } from './records/automatic-topic-policy';
export type { PersonalSettings } from './personal-settings/personal-settings-defaults.client-events';
export { Presences } from './presence/presences.service';
export { ExternalProfileValues } from './profile-fields/external-profile-values.service';
export { ManagedProfiles } from './users/managed-profiles.port';
export type { ManagedParts } from './users/managed-profiles.port';
export type { ProfileValue } from './users/profile-data';
export { GuestContacts } from './guest-contacts/guest-contacts.port';
export { GuestVisibility } from './guest-visibility/guest-visibility.service';
export { GuestContactChanges } from './guest-contacts/guest-contact-changes.service';
export type { GuestContact } from './guest-contacts/guest-contact.repository';
export { UNKNOWN_NAME, unknownPerson } from './records/user';
export { placeholderEmail } from './records/email-address';
export { showsEverybodyToGuests } from './records/organization';
export { UserCreation } from './user-administration/user-creation.service';
export { NewcomerLocks } from './user-changes/newcomer-locks.service';
export { NewestMessage } from './profiles/newest-message.port';
export { avatarUrl } from './pictures/avatar';
export type { Pictured } from './pictures/avatar';
export { ANYBODY, isEmailVisibleTo } from './records/user';
export { AddressRules } from './email-domains/address-rules.service';
export { checkedFullName } from './users/full-name';
export { Deactivations } from './deactivation/deactivations.service';
export { DirectoryAccounts } from './deactivation/directory-accounts.service';
export { DirectoryGroupMembers } from './group-members/directory-group-members.service';
export { DirectoryGroups } from './group-administration/directory-groups.service';
export { NewUserGroups } from './group-administration/new-user-groups.service';
export { ManagedGroups } from './user-groups/managed-groups.port';
export { UserAddresses } from './profiles/user-addresses.service';
export { GroupContents } from './group-members/group-contents.service';
export { UserNames } from './profiles/user-names.service';
export { assertMayCreateUsers } from './permissions/access';
export type { NewAccount } from './users/new-accounts.service';
export type { User, Viewer } from './records/user';
export { isAdministrator, isGuest, isModerator, isOwner, ROLE, ROLE_NAMES, roleNameOf } from './roles/role';
export type { Role, RoleName } from './roles/role';
export { SPECIAL_PERMISSIONS } from './roles/special-permission';
export type { SpecialPermission } from './roles/special-permission';
export { SpecialPermissions } from './users/special-permissions.service';
export { SpectatorAccess } from './organizations/spectator-access.service';
export { Passwords } from './passwords/passwords.service';
export { ApiKeys, OPERATOR_CLIENTS } from './credentials/api-keys.service';
export type { LoginMethod } from './credentials/login-origin';
export { BotChannels } from './bots/bot-channels.port';
export { BotDefaults } from './bots/bot-defaults.service';
export { CREATES_BOTS } from './bots/new-bot-rules.service';
export { Sessions } from './credentials/sessions.service';

// Logins
export { Admissions } from './authentication/admissions.service';
export type { Admission, LoginResult } from './authentication/admissions.service';
export { AuthenticationFailed } from './authentication/login.errors';
export {
  LoginResponses,
  SECOND_STEP_COOKIE,
  SECOND_STEP_PATH,
  SECOND_STEP_SECONDS,
} from './authentication/login-responses.http';
export { LoginPageRequest } from './authentication/login.dto';
export { LoginPlaces } from './authentication/login-places.http';
export { padAmong } from './authentication/given-pads';
export { desktopWaitPage, isDesktopApp } from './desktop-logins/desktop-login.page';
export { ProviderLogouts } from './authentication/provider-logouts.port';
export { Logins } from './authentication/logins.service';
export { BrowserLogins } from './authentication/browser-logins.port';
export { LocalLogins } from './password-changes/local-logins.service';
export { LoginIsElsewhere } from './authentication/login.errors';
export { LoginOrigins } from './authentication/login-origins.port';
export type { BrowserLogin } from './authentication/browser-logins.port';
export { PasswordChecks } from './authentication/password-checks.port';
export type { PasswordAttempt } from './authentication/password-checks.port';
export { AuthenticationIsNotFresh } from './credentials/credentials.errors';
export { FreshLogins } from './credentials/fresh-logins.service';
export { ExternalLogins } from './credentials/external-logins.service';
export type { LoginOrigin, OriginFilter } from './credentials/login-origin';
export { sameSitePath } from './records/same-site-path';
export { SecondSteps } from './authentication/second-steps.port';
export type { FirstStep } from './authentication/second-steps.port';
export { browserOf } from './login-devices/browser.http';
export { OneTimePad } from './credentials/one-time-pad';
export type { PadKind } from './credentials/one-time-pad';
export { LOGIN_AGAIN_PATH, PageErrors } from './page-errors.filter';

// Links by mail
export { MailRecipients } from './mail-recipients/mail-recipients.service';
export type { MailRecipient } from './mail-recipients/mail-recipients.service';
export { INVITES } from './invitations/invitation-rights.service';
export { ExternalInvitations } from './invitations/external-invitations.service';
export type { Invitation } from './invitations/invitation';
export { InvitationChannels } from './invitations/invitation-channels.port';

// Permissions
export { Permissions } from './permissions/permissions.service';
export { GroupSettings } from './permissions/group-settings.service';
export { FullMembers } from './user-groups/full-members.service';
export { GroupUses } from './permissions/group-uses.service';
export type { GroupObjection } from './permissions/group-objection';
export { UserGroups } from './user-groups/user-groups.service';
export type { MentionedGroup } from './user-groups/user-groups.service';
export { PermissionGraph } from './permissions/permission-graph';
export type { Subject } from './permissions/permission-graph';
export type { GroupNode } from './records/user-group';
export { isFullMember } from './roles/full-member';
export { checkGroupSetting, groupSettingsAreEqual, normaliseGroupSetting } from './roles/group-setting';
export type { GroupSetting } from './roles/group-setting';
export { checkGroupSettingChange, namelessGroupSetting, shownGroupSetting } from './permissions/group-setting-change';
export { groupSettingChangeSchema, groupSettingSchema } from './permissions/group-setting.parameter';
export type { GroupSettingChange } from './permissions/group-setting-change';
export { CHANNEL_SETTINGS, ORGANIZATION_SETTINGS } from './roles/setting-tables';
export type { ChannelSettingName, SettingRule } from './roles/setting-tables';
export { SYSTEM_GROUPS } from './roles/system-groups';
export type { SystemGroupIds } from './roles/system-groups';
export { assertAdministrator, assertNotGuest, assertOwner } from './permissions/access';
export { CREATES_GROUPS, GroupAccess, GROUP_ACTIONS } from './user-groups/group-access';
export { GroupExplanations } from './user-groups/group-explanations.service';
export type { GroupAction } from './user-groups/group-access';
export { holdsSetting, IS_ADMINISTRATOR, IS_NO_GUEST, isPermitted } from './permissions/permission-context';
export type { PermissionContext } from './permissions/permission-context';
export { allOf, anyOf, fact } from './permissions/rule';
export { missingReason, plainReason, REFUSED_TO_DEACTIVATED } from './permissions/reason';
export type { Reason } from './permissions/reason';
export type { Decision, Rule } from './permissions/rule';

// Audit log
export { Audit } from './audit/audit.service';
export type { NewAuditEntry } from './audit/audit.service';
export { AUDIT_ACTIONS, AUDIT_OBJECTS } from './audit/audit-words';
export type { AuditAction } from './audit/audit-words';
export type { AuditEntry, ChainEnd, ChainWalk, Facts } from './audit/audit-entry';
export type { AuditFilter } from './audit/audit.repository';

// Events and errors
export type {} from './events';
export { MustBeAdministrator, MustNotBeGuest, OrganizationIsUnknown, UserIsUnknown } from './errors';
export { AccountIsDeactivated, EmailIsTaken, FullNameIsTaken } from './records/account.errors';
export {
  GroupSettingMemberIsUnknown,
  UserGroupIsDeactivated,
  UserGroupIsUnknown,
  UserGroupNameIsTaken,
  UserGroupNameIsUnknown,
} from './permissions/user-group.errors';
