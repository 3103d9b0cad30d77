import { DomainError } from '@app/kernel';

/** The login is unknown, too old, finished, or of another browser. All cases get the same answer. */
export class SecondStepIsOver extends DomainError {
  constructor() {
    super('This login is too old: please begin again', 'AUTHENTICATION_FAILED');
  }
}

/** Too many wrong codes. The login must begin again. */
export class TooManyWrongCodes extends DomainError {
  constructor() {
    super('There were too many wrong codes: please begin again', 'AUTHENTICATION_FAILED');
  }
}
