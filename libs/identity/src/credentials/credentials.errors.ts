import { DomainError } from '@app/kernel';

/** The session has ended or belongs to another user. Both cases get the same answer. */
export class SessionIsUnknown extends DomainError {
  constructor() {
    super('No such session');
  }
}

/** The key is revoked or belongs to another user. Both cases get the same answer. */
export class ApiKeyIsUnknown extends DomainError {
  constructor() {
    super('No such API key');
  }
}

/** The user of the session has not proved lately who they are, and the request does not prove it. */
export class AuthenticationIsNotFresh extends DomainError {
  constructor() {
    super('Please log in again, or give your password and a code of your second factor', 'REAUTHENTICATION_REQUIRED');
  }
}
