/**
 * Identity: organizations and their settings, accounts and roles, user groups and the permission graph, API keys.
 * Nothing else of this room may be imported.
 */
export { IdentityModule } from './identity.module';

// Organizations
export { Organizations } from './app/organizations.service';
export type { NewOrganization } from './app/organizations.service';
export { OrganizationChanges } from './app/organization-changes.service';
export { ChannelReference } from './app/channel-reference';
export { FirstStart } from './app/first-start.service';
export type { FirstStartResult } from './app/first-start.service';
export { EMPTY_TOPIC_NAME } from './domain/organization';
export type { Organization, OrganizationPermissions } from './domain/organization';
export type { OrganizationSettings } from './domain/organization-settings';

// Accounts
export { Users } from './app/users.service';
export type { NewUser } from './app/users.service';
export { UserCreation } from './app/user-creation.service';
export type { ChosenAccount } from './app/user-creation.service';
export { NewcomerLocks } from './app/newcomer-locks';
export { NewestMessage } from './app/newest-message';
export { avatarUrl, ANYBODY, isEmailVisibleTo } from './domain/user';
export type { User, UserSummary, Viewer } from './domain/user';
export { isAdministrator, isGuest, isModerator, isOwner, ROLE } from './domain/role';
export type { Role, RoleName } from './domain/role';
export { SPECIAL_PERMISSIONS } from './domain/special-permission';
export type { SpecialPermission } from './domain/special-permission';
export { SpecialPermissions } from './app/special-permissions.service';
export { Passwords } from './app/passwords';
export { ApiKeys, OPERATOR_CLIENTS } from './app/api-keys.service';

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
export type { GroupSetting, UserSet } from './domain/group-setting';
export { checkGroupSettingChange, groupSettingChangeSchema, shownGroupSetting } from './domain/group-setting-change';
export type { GroupSettingChange } from './domain/group-setting-change';
export { CHANNEL_SETTINGS, ORGANIZATION_SETTINGS, USER_GROUP_SETTINGS } from './domain/setting-tables';
export type {
  ChannelSettingName,
  OrganizationSettingName,
  SettingRule,
  SettingTable,
  UserGroupSettingName,
} from './domain/setting-tables';
export { SYSTEM_GROUPS } from './domain/system-groups';
export type { SystemGroupIds, SystemGroupName } from './domain/system-groups';
export { assertAdministrator, assertNotGuest, assertOwner } from './app/access';
export { GroupAccess, GROUP_ACTIONS } from './app/group-access';
export { GroupExplanations } from './app/group-explanations.service';
export type { GovernedGroup, GroupAction } from './app/group-access';
export { holdsSetting, IS_ADMINISTRATOR, IS_NO_GUEST, isPermitted } from './app/asker';
export type { Asker } from './app/asker';
export { allOf, anyOf, fact } from './domain/rule';
export type { Decision, Rule } from './domain/rule';

// Audit log
export { Audit } from './app/audit.service';
export type { Recorded } from './app/audit.service';
export type { AuditEntry, BrokenEntry, ChainEnd, ChainWalk, Facts } from './domain/audit-entry';
export type { AuditFilter } from './store/audit.repository';

// Events and errors
export type {} from './domain/events';
export {
  AccountIsDeactivated,
  ExpectationMismatch,
  GroupSettingIsNotAllowed,
  GroupSettingMemberIsUnknown,
  MustBeAdministrator,
  MustBeOwner,
  MustNotBeGuest,
  OrganizationIsUnknown,
  SystemGroupIsRequired,
  UserGroupIsDeactivated,
  UserGroupIsUnknown,
  UserIsUnknown,
} from './domain/errors';
