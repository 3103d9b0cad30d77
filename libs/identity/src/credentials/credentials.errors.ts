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
