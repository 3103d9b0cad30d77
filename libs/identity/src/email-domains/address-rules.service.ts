import { Injectable } from '@nestjs/common';
import { domainOf, isAdmitted, isDisposable } from './email-domain';
import { EmailIsNotAdmitted } from './organization-domain.errors';
import type { Organization } from '../records/organization';
import { EmailDomainRepository } from './email-domain.repository';

/** Which addresses an organization accepts (docs/protocol/users.md). The rules are public: they reveal no account. */
@Injectable()
export class AddressRules {
  constructor(private readonly domains: EmailDomainRepository) {}

  /** Why the organization refuses a valid address; `null`: it accepts the address. */
  async objection({ id, settings }: Organization, email: string): Promise<string | null> {
    const domain = domainOf(email);
    if (settings.emailsRestrictedToDomains) {
      if (email.split('@')[0]?.includes('+')) return 'Addresses with a plus sign are not allowed here.';
      const admitted = isAdmitted(domain, await this.domains.list(id));
      return admitted ? null : 'Addresses of that domain are not allowed here.';
    }
    return settings.disallowDisposableEmailAddresses && isDisposable(domain)
      ? 'Please use a lasting e-mail address.'
      : null;
  }

  /** @throws EmailIsNotAdmitted */
  async assertAdmits(organization: Organization, email: string): Promise<void> {
    const objection = await this.objection(organization, email);
    if (objection !== null) throw new EmailIsNotAdmitted(objection);
  }
}
