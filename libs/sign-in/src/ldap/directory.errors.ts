import { DomainError } from '@app/kernel';

/** The directory was not reached, did not answer in time, or refused the account that searches. The log says why. */
export class DirectoryDidNotAnswer extends DomainError {
  constructor(
    name: string,
    readonly reason: string,
  ) {
    super(`${name} does not answer at the moment: please try again later`, 'AUTHENTICATION_FAILED');
  }
}

/** The entry of the person lacks what an account needs, or is switched off there. */
export class EntryIsUnusable extends DomainError {
  constructor(name: string, reason: string) {
    super(`${name} ${reason}`, 'AUTHENTICATION_FAILED');
  }
}
