import { DomainError } from '@app/kernel';

/** The factor is absent or belongs to another user. Both cases get the same answer. */
export class SecondFactorIsUnknown extends DomainError {
  constructor() {
    super('No such second factor');
  }
}

/** The code is wrong, used, or too old. All cases get the same answer. */
export class CodeIsWrong extends DomainError {
  constructor() {
    super('This code is not right');
  }
}

/** The answer of the passkey does not fit: its challenge, its site, its signature or its user verification. */
export class PasskeyIsWrong extends DomainError {
  constructor() {
    super('This passkey could not be used');
  }
}

export class TooManySecondFactors extends DomainError {
  constructor(limit: number) {
    super(`There can be at most ${limit} second factors`);
  }
}

/** Recovery codes stand for a factor, so an account without one has none. */
export class NoSecondFactor extends DomainError {
  constructor() {
    super('This account has no second factor');
  }
}

/** The organization requires a factor of this user, and this is the only one. */
export class SecondFactorIsRequired extends DomainError {
  constructor() {
    super('This organization requires a second factor: set up another one first');
  }
}
