import { DomainError } from '@app/kernel';

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

export class NameChangesAreDisabled extends DomainError {
  constructor() {
    super('Name changes are disabled in this organization.');
  }
}

/** Only owners with the operator's special permission may change addresses. */
export class EmailChangeIsNotPermitted extends DomainError {
  constructor() {
    super('Not permitted to change the e-mail address of another account');
  }
}

/** Concerns another user's account. A caller whose own account is deactivated gets `AccountIsDeactivated`. */
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

export class AccountIsDeactivated extends DomainError {
  constructor() {
    super('This account is deactivated', 'USER_DEACTIVATED');
  }
}

/** The name follows a company directory, so a change here would not last. */
export class NameIsManaged extends DomainError {
  constructor(manager: string) {
    super(`${manager} decides this name: please change it there`);
  }
}
