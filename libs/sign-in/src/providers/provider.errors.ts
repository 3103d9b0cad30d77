import { DomainError } from '@app/kernel';

export class ProviderIsUnknown extends DomainError {
  constructor() {
    super('There is no such identity provider');
  }
}

export class SlugIsInvalid extends DomainError {
  constructor() {
    super('slug must consist of up to 40 lower-case letters, digits and hyphens, and begin and end without a hyphen');
  }
}

export class SlugIsTaken extends DomainError {
  constructor() {
    super('There is an identity provider with this slug already');
  }
}

/** An option has a value that its kind of provider cannot use, or is missing. */
export class OptionIsInvalid extends DomainError {
  constructor(option: string, reason: string) {
    super(`${option} ${reason}`);
  }
}

export class OptionIsForOthers extends DomainError {
  constructor(option: string, kind: string) {
    super(`${option} is no option of ${kind} providers`);
  }
}

/** Two changes of the provider met, and one of them would undo the other. */
export class ProviderWasChanged extends DomainError {
  constructor() {
    super('The identity provider was changed at the same time: please look at it and try again');
  }
}

/** The login was not begun in this browser, was finished already, or took too long. */
export class AttemptIsInvalid extends DomainError {
  constructor() {
    super('This login was begun elsewhere or too long ago: please log in again', 'AUTHENTICATION_FAILED');
  }
}

/** The provider's request to end logins is not one that it may make (OpenID Connect Back-Channel Logout, section 2.8). */
export class LogoutTokenIsInvalid extends DomainError {
  constructor() {
    super('The logout token is invalid');
  }
}

/** The provider was switched off while the person logged in there. */
export class ProviderIsOff extends DomainError {
  constructor() {
    super('This way to log in was switched off: please log in another way', 'AUTHENTICATION_FAILED');
  }
}

/** The provider was not reached, or its answer is wrong. The log of the server says why. */
export class ProviderDidNotConfirm extends DomainError {
  constructor(name: string) {
    super(`${name} has not confirmed this login: please try again`, 'AUTHENTICATION_FAILED');
  }
}
