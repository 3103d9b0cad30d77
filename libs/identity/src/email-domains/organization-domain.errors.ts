import { DomainError } from '@app/kernel';

export class EmailDomainIsInvalid extends DomainError {
  constructor() {
    super('Invalid domain: it must be a domain name such as example.org');
  }
}

export class EmailDomainIsListedAlready extends DomainError {
  constructor(domain: string) {
    super(`The domain ${domain} is already a part of your organization.`);
  }
}

export class EmailDomainIsNotListed extends DomainError {
  constructor(domain: string) {
    super(`No entry found for domain ${domain}.`);
  }
}

/** An address that the organization does not take in; the reason is no secret of anybody's. */
export class EmailIsNotAdmitted extends DomainError {}
