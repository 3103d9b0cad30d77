import { DomainError } from '@app/kernel';

/** The linkifier is absent or belongs to another organization. Both cases get the same answer. */
export class LinkifierIsUnknown extends DomainError {
  constructor() {
    super('Linkifier not found.');
  }
}

export class LinkifierExistsAlready extends DomainError {
  constructor() {
    super('There is a linkifier with this pattern already.');
  }
}

export class ThereAreTooManyLinkifiers extends DomainError {
  constructor(most: number) {
    super(`An organization cannot have more than ${most} linkifiers.`);
  }
}

export class OrderOfLinkifiersIsIncomplete extends DomainError {
  constructor() {
    super('The order must name each linkifier exactly once.');
  }
}
