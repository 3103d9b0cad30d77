import { DomainError } from '@app/kernel';
import type { GroupObjection } from './group-objection';

export class OrganizationIsUnknown extends DomainError {
  constructor() {
    super('There is no organization at this address', 'NONEXISTENT_SUBDOMAIN');
  }
}

export class OrganizationIsDeactivated extends DomainError {
  constructor() {
    super('This organization has been deactivated', 'REALM_DEACTIVATED');
  }
}

export class OrganizationHostIsTaken extends DomainError {
  constructor(host: string) {
    super(`Another organization is at ${host}`);
  }
}

export class OrganizationHostIsInvalid extends DomainError {
  constructor() {
    super('The host must be a host name with an optional port, such as chat.example.org');
  }
}

export class OrganizationNameIsInvalid extends DomainError {
  constructor() {
    super('The name of an organization must have 1 to 40 characters that can be seen');
  }
}

/** Unknown, of another organization, or hidden: all answer alike. */
export class UserIsUnknown extends DomainError {
  constructor() {
    super('No such user');
  }
}

export class MustBeAdministrator extends DomainError {
  constructor() {
    super('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
  }
}

export class MustBeOwner extends DomainError {
  constructor() {
    super('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
  }
}

export class MustNotBeGuest extends DomainError {
  constructor() {
    super('Not allowed for guest users');
  }
}

export class UserCreationIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to create users');
  }
}

export class LastOwnerMustStay extends DomainError {
  constructor() {
    super('The only active owner of an organization must keep that role');
  }
}

export class GuestCannotBecomeAdministrator extends DomainError {
  constructor() {
    super('A guest cannot be made an administrator');
  }
}

export class FullNameIsInvalid extends DomainError {}

export class FullNameIsTaken extends DomainError {
  constructor() {
    super('Unique names are required in this organization, and somebody has this one');
  }
}

/** Only owners to whom the operator gave the special permission may. */
export class EmailChangeIsNotPermitted extends DomainError {
  constructor() {
    super('Not permitted to change the e-mail address of another account');
  }
}

/** Of somebody else's account; whoever shows its credentials is answered `AccountIsDeactivated`. */
export class AccountIsInactive extends DomainError {
  constructor() {
    super('User is deactivated');
  }
}

export class LastUserMustStay extends DomainError {
  constructor(isLastOwner: boolean) {
    super(
      isLastOwner ? 'The last owner cannot leave the organization' : 'The last user cannot leave the organization',
      'CANNOT_DEACTIVATE_LAST_USER',
      { is_last_owner: isLastOwner, entity: isLastOwner ? 'organization owner' : 'user' },
    );
  }
}

export class BotsCannotDoThis extends DomainError {
  constructor() {
    super('This endpoint does not accept bot requests');
  }
}

export class EmailIsInvalid extends DomainError {
  constructor() {
    super('The e-mail address is not valid');
  }
}

export class EmailIsTaken extends DomainError {
  constructor() {
    super('The e-mail address is already in use');
  }
}

export class PasswordIsTooWeak extends DomainError {
  constructor(reason: string) {
    super(`The password is too weak: ${reason}`);
  }
}

export class AuthenticationFailed extends DomainError {
  constructor() {
    super('The user name or the password is wrong', 'AUTHENTICATION_FAILED');
  }
}

export class AccountIsDeactivated extends DomainError {
  constructor() {
    super('This account is deactivated', 'USER_DEACTIVATED');
  }
}

/** Only to whoever tries to log in by password: the organization's choice. */
export class PasswordLoginIsOff extends DomainError {
  constructor() {
    super('Logging in by password is switched off in this organization', 'PASSWORD_AUTH_DISABLED');
  }
}

/** Unknown, of another organization, no bot, the server's, or somebody else's: all answer alike. */
export class BotIsUnknown extends DomainError {
  constructor() {
    super('No such bot');
  }
}

/** To administrators, of bots that may do more than they. */
export class BotIsStronger extends DomainError {
  constructor() {
    super('Insufficient permission');
  }
}

export class BotCreationIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to create bots of this kind');
  }
}

export class BotTypeIsInvalid extends DomainError {
  constructor() {
    super('Invalid bot type');
  }
}

export class BotNameIsInvalid extends DomainError {
  constructor() {
    super('Bad name or username');
  }
}

export class BotEmailIsTaken extends DomainError {
  constructor() {
    super('Username already in use');
  }
}

export class BotNameIsTaken extends DomainError {
  constructor() {
    super('Name is already in use');
  }
}

/** Unknown, deactivated, a bot, or a guest. */
export class BotOwnerIsInvalid extends DomainError {
  constructor() {
    super('Failed to change owner: no such user');
  }
}

/** Unknown, or not to be read by whoever gives it to the bot. */
export class BotChannelIsUnknown extends DomainError {
  constructor(name: string) {
    super(`Invalid channel name '${name}'`);
  }
}

/** Ended, or somebody else's: all answer alike. */
export class SessionIsUnknown extends DomainError {
  constructor() {
    super('No such session');
  }
}

/** Revoked, or somebody else's: all answer alike. */
export class ApiKeyIsUnknown extends DomainError {
  constructor() {
    super('No such API key');
  }
}

/** What the app showed is no pad, or one that was spent. */
export class OneTimePadIsInvalid extends DomainError {
  constructor() {
    super('This link of the app is not valid any more: please start again in the app');
  }
}

/** Answers alike whether the route is switched off, the caller is elsewhere, or there is no such account. */
export class DeveloperLoginIsRefused extends DomainError {
  constructor() {
    super('Logging in without a password is not possible here');
  }
}

export class UserGroupIsUnknown extends DomainError {
  constructor(id: number | string) {
    super(`Invalid user group ID: ${id}`);
  }
}

export class UserGroupIsDeactivated extends DomainError {
  constructor() {
    super('The user group is deactivated');
  }
}

export class GroupSettingMemberIsUnknown extends DomainError {
  constructor(userId: number) {
    super(`Invalid user ID: ${userId}`);
  }
}

export class GroupSettingIsNotAllowed extends DomainError {
  constructor(setting: string, groupName: string) {
    super(`The setting '${setting}' cannot be the group '${groupName}'`);
  }
}

export class SystemGroupIsRequired extends DomainError {
  constructor(setting: string) {
    super(`The setting '${setting}' must be a system group`, 'SYSTEM_GROUP_REQUIRED', { setting_name: setting });
  }
}

/** For the operator, who names groups as people do. */
export class UserGroupNameIsUnknown extends DomainError {
  constructor(name: string) {
    super(`There is no user group '${name}'`);
  }
}

/** Somebody else was faster: the value is no longer the one that the client started from. */
export class ExpectationMismatch extends DomainError {
  constructor(field: string) {
    super(`'${field}' is not the present value`, 'EXPECTATION_MISMATCH', { field_name: field });
  }
}

/** Whatever is asked for, of a system group or of one that is somebody else's. */
export class UserGroupIsNotYours extends DomainError {
  constructor() {
    super('Insufficient permission');
  }
}

export class UserGroupNameIsInvalid extends DomainError {}

export class UserGroupNameIsTaken extends DomainError {
  constructor(name: string) {
    super(`A user group '${name}' exists already`);
  }
}

export class NothingIsToBeChanged extends DomainError {
  constructor() {
    super('No new data supplied');
  }
}

/** Unknown, deactivated, of another organization, or a bot of the server: all answer alike. */
export class GroupMemberIsInvalid extends DomainError {
  constructor(userId: number) {
    super(`Invalid user ID: ${userId}`);
  }
}

export class UserIsInGroupAlready extends DomainError {
  constructor(userId: number) {
    super(`User ${userId} is already a member of this group`);
  }
}

export class UserIsNotInGroup extends DomainError {
  constructor(userId: number) {
    super(`There is no member ${userId} in this user group`);
  }
}

export class GroupIsSubgroupAlready extends DomainError {
  constructor(groupId: number) {
    super(`User group ${groupId} is already a subgroup of this group`);
  }
}

export class GroupIsNotSubgroup extends DomainError {
  constructor(groupId: number) {
    super(`User group ${groupId} is not a subgroup of this group`);
  }
}

export class GroupWouldContainItself extends DomainError {
  constructor(groupId: number) {
    super(`User group ${groupId} contains this group: a group cannot be inside itself`);
  }
}

export class UserGroupIsInUse extends DomainError {
  constructor(objections: readonly GroupObjection[]) {
    super('Cannot deactivate a user group that is in use', 'CANNOT_DEACTIVATE_GROUP_IN_USE', { objections });
  }
}

/** Unknown, of another organization, or archived: all answer alike. */
export class ReferredChannelIsUnknown extends DomainError {
  constructor() {
    super('Invalid channel ID');
  }
}
