import { DomainError } from '@app/kernel';

export class AuthenticationFailed extends DomainError {
  constructor(message = 'The user name or the password is wrong') {
    super(message, 'AUTHENTICATION_FAILED');
  }
}

/** People with the address log in at their company. Apps show the message, which names their other way to log in. */
export class LoginIsElsewhere extends AuthenticationFailed {
  constructor() {
    super('People with this address log in at their company: please choose "Browser" below');
  }
}

/** The organization does not allow passwords. The error appears only after an attempt to log in with a password. */
export class PasswordLoginIsOff extends DomainError {
  constructor() {
    super('Logging in by password is switched off in this organization', 'PASSWORD_AUTH_DISABLED');
  }
}

/** The value that the app sent is not a one-time pad, or is a used one. */
export class OneTimePadIsInvalid extends DomainError {
  constructor() {
    super('This link of the app is not valid any more: please start again in the app');
  }
}

/**
 * The same answer for three cases: the route is turned off, the caller is on another machine, or the account is absent.
 */
export class DeveloperLoginIsRefused extends DomainError {
  constructor() {
    super('Logging in without a password is not possible here');
  }
}

/** The login cannot ask for a second factor. Apps show the message, which names their other way to log in. */
export class SecondStepIsNeeded extends DomainError {
  constructor() {
    super('This account needs a second factor: please choose "Browser" below to log in', 'AUTHENTICATION_FAILED');
  }
}
