/**
 * Identity: organizations and their settings, accounts and roles, user groups and the permission graph, API keys.
 * Nothing else of this room may be imported.
 */
export { IdentityModule } from './identity.module';

// Organizations
export { OrganizationPasses } from './app/organization-passes.service';
export { Organizations } from './app/organizations.service';
export { OrganizationActivity } from './app/organization-activity.service';
export { OrganizationChanges } from './app/organization-changes.service';
export { ChannelReference } from './app/channel-reference';
export type { ReferredChannel } from './app/channel-reference';
export { Avatars } from './app/avatars.service';
export { CustomEmoji } from './app/custom-emoji.service';
export { Linkifiers } from './app/linkifiers.service';
export { Dialects } from './app/dialects.service';
export { FirstStart } from './app/first-start.service';
export type { FirstStartResult } from './app/first-start.service';
export { EMPTY_TOPIC_NAME } from './domain/organization';
export type { Organization } from './domain/organization';
export { PushStatuses } from './app/push-statuses.service';

// Accounts
export { Users } from './app/users.service';
export { AlertWords } from './app/alert-words.service';
export { EmojiChoices } from './app/emoji-choices.service';
export { MutedUsers } from './app/muted-users.service';
export { PersonalSettingsReadings } from './app/personal-settings-readings.service';
export { TOPIC_HABIT } from './domain/topic-habits';
export type { PersonalSettings } from './app/personal-settings.defaults.client-events';
export { Presences } from './app/presences.service';
export type { ProfileValue } from './domain/profile-field';
export { Acquaintance } from './app/acquaintance';
export { Acquaintances } from './app/acquaintances.service';
export type { Acquainted } from './store/acquaintance.repository';
export { UNKNOWN_NAME, unknownPerson } from './domain/user';
export { placeholderEmail } from './domain/email-address';
export { showsEverybodyToGuests } from './domain/organization';
export { UserCreation } from './app/user-creation.service';
export { NewcomerLocks } from './app/newcomer-locks';
export { NewestMessage } from './app/newest-message';
export { avatarUrl } from './domain/avatar';
export type { Pictured } from './domain/avatar';
export { ANYBODY } from './domain/user';
export type { User, Viewer } from './domain/user';
export { isAdministrator, isGuest, isModerator, isOwner, ROLE } from './domain/role';
export type { Role, RoleName } from './domain/role';
export { SPECIAL_PERMISSIONS } from './domain/special-permission';
export type { SpecialPermission } from './domain/special-permission';
export { SpecialPermissions } from './app/special-permissions.service';
export { SpectatorAccess } from './app/spectator-access.service';
export { Passwords } from './app/passwords';
export { ApiKeys, OPERATOR_CLIENTS } from './app/api-keys.service';
export { BotChannels } from './app/bot-channels';
export { BotDefaults } from './app/bot-defaults.service';
export { Sessions } from './app/sessions.service';

// Links by mail
export { MailRecipients } from './app/mail-recipients.service';
export type { MailRecipient } from './app/mail-recipients.service';
export { InvitationChannels } from './app/invitation-channels';

// Permissions
export { Permissions } from './app/permissions.service';
export { GroupSettings } from './app/group-settings.service';
export { FullMembers } from './app/full-members.service';
export { GroupUses } from './app/group-uses.service';
export type { GroupObjection } from './domain/group-objection';
export { UserGroups } from './app/user-groups.service';
export type { MentionedGroup } from './app/user-groups.service';
export { PermissionGraph } from './domain/permission-graph';
export type { GroupNode, Subject } from './domain/permission-graph';
export { isFullMember } from './domain/full-member';
export {
  checkGroupSetting,
  groupSettingSchema,
  groupSettingsAreEqual,
  normaliseGroupSetting,
} from './domain/group-setting';
export type { GroupSetting } from './domain/group-setting';
export {
  checkGroupSettingChange,
  groupSettingChangeSchema,
  namelessGroupSetting,
  shownGroupSetting,
} from './domain/group-setting-change';
export type { GroupSettingChange } from './domain/group-setting-change';
export { CHANNEL_SETTINGS } from './domain/setting-tables';
export type { ChannelSettingName, SettingRule } from './domain/setting-tables';
export { SYSTEM_GROUPS } from './domain/system-groups';
export type { SystemGroupIds } from './domain/system-groups';
export { assertAdministrator, assertNotGuest, assertOwner } from './app/access';
export { GroupAccess, GROUP_ACTIONS } from './app/group-access';
export { GroupExplanations } from './app/group-explanations.service';
export type { GroupAction } from './app/group-access';
export { holdsSetting, IS_ADMINISTRATOR, IS_NO_GUEST, isPermitted } from './app/asker';
export type { Asker } from './app/asker';
export { allOf, anyOf, fact } from './domain/rule';
export type { Decision, Rule } from './domain/rule';

// Audit log
export { Audit } from './app/audit.service';
export type { Recorded } from './app/audit.service';
export type { AuditEntry, ChainEnd, ChainWalk, Facts } from './domain/audit-entry';
export type { AuditFilter } from './store/audit.repository';

// Events and errors
export type {} from './domain/events';
export { MustBeAdministrator, MustNotBeGuest, OrganizationIsUnknown, UserIsUnknown } from './domain/errors';
export { AccountIsDeactivated } from './domain/login.errors';
export { GroupSettingMemberIsUnknown, UserGroupIsDeactivated, UserGroupIsUnknown } from './domain/user-group.errors';
