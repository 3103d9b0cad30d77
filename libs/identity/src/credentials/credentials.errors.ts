import { DomainError } from '@app/kernel';

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
