import { DomainError } from '@app/kernel';

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

/** The user is unknown, in another organization, or hidden from the caller. All cases get the same answer. */
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

export class BotsCannotDoThis extends DomainError {
  constructor() {
    super('This endpoint does not accept bot requests');
  }
}

/** Another request was faster: the value differs from the one that the client expected. */
export class ExpectationMismatch extends DomainError {
  constructor(field: string) {
    super(`'${field}' is not the present value`, 'EXPECTATION_MISMATCH', { field_name: field });
  }
}

export class NothingIsToBeChanged extends DomainError {
  constructor() {
    super('No new data supplied');
  }
}

/** The channel is unknown, in another organization, or archived. All cases get the same answer. */
export class ReferredChannelIsUnknown extends DomainError {
  constructor() {
    super('Invalid channel ID');
  }
}

/** The change would close the last way in that an owner has. */
export class OwnersWouldBeLockedOut extends DomainError {
  constructor() {
    super('This is the last way in for an owner: let an owner log in in another way first, or switch passwords on');
  }
}
