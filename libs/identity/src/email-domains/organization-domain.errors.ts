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

/** The organization does not admit the address. The reason reveals no account. */
export class EmailIsNotAdmitted extends DomainError {}
