import { DomainError } from '@app/kernel';

/** The provider knows the person, but there is no account here for them and none is made. */
export class NobodyHere extends DomainError {
  constructor(reason: string) {
    super(reason, 'AUTHENTICATION_FAILED');
  }
}

/** A test names no person whom the provider would let in. */
export class PersonIsNotFound extends DomainError {}
