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
  async objection(organization: Organization, email: string): Promise<string | null> {
    return (await this.objections(organization))(email);
  }

  /** As `objection`, for many addresses: one statement at most. */
  async objections({ id, settings }: Organization): Promise<(email: string) => string | null> {
    if (!settings.emailsRestrictedToDomains)
      return (email) =>
        settings.disallowDisposableEmailAddresses && isDisposable(domainOf(email))
          ? 'Please use a lasting e-mail address.'
          : null;
    const domains = await this.domains.list(id);
    return (email) => {
      if (email.split('@')[0]?.includes('+')) return 'Addresses with a plus sign are not allowed here.';
      return isAdmitted(domainOf(email), domains) ? null : 'Addresses of that domain are not allowed here.';
    };
  }

  /** @throws EmailIsNotAdmitted */
  async assertAdmits(organization: Organization, email: string): Promise<void> {
    const objection = await this.objection(organization, email);
    if (objection !== null) throw new EmailIsNotAdmitted(objection);
  }
}
