import { DomainError } from '@app/kernel';

/** Ended, or of another user: all answer alike. */
export class SessionIsUnknown extends DomainError {
  constructor() {
    super('No such session');
  }
}

/** Revoked, or of another user: all answer alike. */
export class ApiKeyIsUnknown extends DomainError {
  constructor() {
    super('No such API key');
  }
}
