import type { OrganizationId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EmailDomain, emailDomain } from './email-domain';
import { EmailDomainIsListedAlready, EmailDomainIsNotListed } from './organization-domain.errors';
import { EmailDomainRepository } from './email-domain.repository';
import { EMAIL_DOMAINS } from '../row-limits';
import { assertAdministrator, assertOwner } from '../permissions/access';
import { Users } from '../users/users.service';
import type { AuditAction } from '../audit/audit-words';
import { Audit } from '../audit/audit.service';
import { EmailDomainClientEvents } from './email-domains.client-events';

/** The domains of an organization that admits no other addresses. Only owners change the list. */
@Injectable()
export class EmailDomains {
  constructor(
    private readonly rows: EmailDomainRepository,
    private readonly users: Users,
    private readonly clients: EmailDomainClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly rowQuota: RowQuota,
  ) {}

  /** For administrators: sorted by name. @throws MustBeAdministrator */
  async list(actor: Actor): Promise<EmailDomain[]> {
    assertAdministrator(actor);
    return this.rows.list(actor.organizationId);
  }

  /** @throws MustBeOwner, EmailDomainIsInvalid, EmailDomainIsListedAlready */
  async add(actor: Actor, given: string, allowSubdomains: boolean): Promise<void> {
    await this.changing(actor, async (listed) => {
      const domain = emailDomain(given);
      if (listed.has(domain)) throw new EmailDomainIsListedAlready(domain);
      await this.rowQuota.assert(EMAIL_DOMAINS, actor.organizationId);
      const added = { domain, allowSubdomains };
      await this.rows.insert(actor.organizationId, added);
      this.clients.tellListed(actor.organizationId, 'add', added);
      this.record(actor, 'created', null, added);
    });
  }

  /** @throws MustBeOwner, EmailDomainIsNotListed */
  async change(actor: Actor, given: string, allowSubdomains: boolean): Promise<void> {
    await this.changing(actor, async (listed) => {
      const before = domainIn(listed, given);
      if (before.allowSubdomains === allowSubdomains) return;
      const changed = { ...before, allowSubdomains };
      await this.rows.update(actor.organizationId, changed);
      this.clients.tellListed(actor.organizationId, 'change', changed);
      this.record(actor, 'changed', before, changed);
    });
  }

  /** @throws MustBeOwner, EmailDomainIsNotListed */
  @Raises('LastEmailDomainRemoved')
  async remove(actor: Actor, given: string): Promise<void> {
    const { organizationId, userId } = actor;
    await this.changing(actor, async (listed) => {
      const before = domainIn(listed, given);
      await this.rows.remove(organizationId, before.domain);
      this.clients.tellRemoved(organizationId, before.domain);
      this.record(actor, 'removed', before, null);
      if (listed.size === 1) await this.events.raise('LastEmailDomainRemoved', { organizationId, userId });
    });
  }

  private changing(actor: Actor, work: (listed: ReadonlyMap<string, EmailDomain>) => Promise<void>): Promise<void> {
    const { organizationId, userId } = actor;
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads role and account again, because they may have changed while the request waited for the lock.
      assertOwner(await this.users.acting({ organizationId, userId }));
      return work(await this.byName(organizationId));
    });
  }

  private async byName(organizationId: OrganizationId): Promise<ReadonlyMap<string, EmailDomain>> {
    return new Map((await this.rows.list(organizationId)).map((one) => [one.domain, one]));
  }

  private record(
    { organizationId }: Actor,
    action: AuditAction,
    before: EmailDomain | null,
    after: EmailDomain | null,
  ): void {
    const facts = (one: EmailDomain | null) =>
      one ? { domain: one.domain, allow_subdomains: one.allowSubdomains } : undefined;
    const object = { type: 'realm_domain' as const, id: null };
    this.audit.record({ organizationId, action, object, before: facts(before), after: facts(after) });
  }
}

function domainIn(listed: ReadonlyMap<string, EmailDomain>, given: string): EmailDomain {
  const domain = listed.get(given.trim().toLowerCase());
  if (!domain) throw new EmailDomainIsNotListed(given);
  return domain;
}
