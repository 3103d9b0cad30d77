import { DomainError } from '@app/kernel';

export class OrganizationIsUnknown extends DomainError {
  constructor() {
    super('There is no organization at this address', 'NONEXISTENT_SUBDOMAIN');
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
    super('The name of an organization must have 1 to 40 characters');
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

/** Answers alike whether the route is switched off, the caller is elsewhere, or there is no such account. */
export class DeveloperLoginIsRefused extends DomainError {
  constructor() {
    super('Logging in without a password is not possible here');
  }
}

export class UserGroupIsUnknown extends DomainError {
  constructor(id: number) {
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
