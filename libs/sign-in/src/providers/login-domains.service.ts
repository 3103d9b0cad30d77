import { Audit, isOwner, LoginIsElsewhere, LoginOrigin, User } from '@app/identity';
import type { OrganizationId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { domainOf, domainsIn } from './identity-provider';
import { LoginDomain, LoginDomainRepository } from './login-domain.repository';
import { OptionIsInvalid } from './provider.errors';
import { Providers } from './providers.service';

/** Mail domains whose people log in at one provider. Owners always may use a password, so that a way in remains. */
@Injectable()
export class LoginDomains {
  constructor(
    private readonly rows: LoginDomainRepository,
    private readonly providers: Providers,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  list(organizationId: OrganizationId): Promise<LoginDomain[]> {
    return this.rows.list(organizationId);
  }

  /** @throws OptionIsInvalid, ProviderIsUnknown */
  async replace(organizationId: OrganizationId, wanted: readonly LoginDomain[]): Promise<void> {
    const domains = wanted.map((one) => ({ ...one, domain: nameIn(one.domain) }));
    if (new Set(domains.map(({ domain }) => domain)).size < domains.length)
      throw new OptionIsInvalid('domains', 'must not name a domain twice');
    await this.transactions.run([lock.organization(organizationId)], async () => {
      for (const { providerId } of domains) await this.providers.get(organizationId, providerId);
      const before = await this.rows.list(organizationId);
      await this.rows.replace(organizationId, domains);
      const object = { type: 'organization' as const, id: organizationId };
      const facts = { before: { login_domains: before }, after: { login_domains: domains } };
      this.audit.record({ organizationId, action: 'changed', object, ...facts });
    });
  }

  async isElsewhere(organizationId: OrganizationId, address: string): Promise<boolean> {
    return (await this.rows.enforcedProvider(organizationId, domainOf(address))) !== null;
  }

  /** @throws LoginIsElsewhere */
  async assertMayEnter(user: User, origin: LoginOrigin | null): Promise<void> {
    if (isOwner(user.role)) return;
    const provider = await this.rows.enforcedProvider(user.organizationId, domainOf(user.deliveryEmail));
    if (provider !== null && provider !== origin?.providerId) throw new LoginIsElsewhere();
  }
}

/** @throws OptionIsInvalid */
function nameIn(text: string): string {
  const [name, second] = domainsIn(text) ?? [];
  if (name === undefined || second !== undefined)
    throw new OptionIsInvalid('domain', 'must be a mail domain such as example.org');
  return name;
}
