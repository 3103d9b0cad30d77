import { DomainError } from '@app/kernel';

export class AuthenticationFailed extends DomainError {
  constructor() {
    super('The user name or the password is wrong', 'AUTHENTICATION_FAILED');
  }
}

/** Only to whoever tries to log in by password: the organization's choice. */
export class PasswordLoginIsOff extends DomainError {
  constructor() {
    super('Logging in by password is switched off in this organization', 'PASSWORD_AUTH_DISABLED');
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
