import { DomainError } from '@app/kernel';

export class OldPasswordIsWrong extends DomainError {
  constructor() {
    super('Wrong password!');
  }
}

/** The operator gives passwords to owners alone: all others are let in by an owner. */
export class LocalLoginIsForOwners extends DomainError {
  constructor() {
    super('Only an owner gets a password here: owners let the others in');
  }
}
