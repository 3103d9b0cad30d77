import { DomainError } from '@app/kernel';

export class GroupLinkIsUnknown extends DomainError {
  constructor() {
    super('There is no such group link');
  }
}

export class GroupLinkIsThereAlready extends DomainError {
  constructor() {
    super('This group of the provider is linked so already');
  }
}

/** A link must be of use, and must not give what no provider may give. */
export class GroupLinkIsInvalid extends DomainError {}
