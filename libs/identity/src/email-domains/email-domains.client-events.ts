import type { OrganizationId } from '@app/kernel';
import { Audience, EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { EmailDomain } from './email-domain';
import { EmailDomainRepository } from './email-domain.repository';

/** A domain as clients receive it (docs/protocol/events.md). */
export interface EmailDomainObject {
  domain: string;
  allow_subdomains: boolean;
}

export const emailDomainObject = ({ domain, allowSubdomains }: EmailDomain): EmailDomainObject => ({
  domain,
  allow_subdomains: allowSubdomains,
});

const TYPE = 'realm_domains';

const listed: EventKind<{ op: 'add' | 'change'; domain: EmailDomainObject }> = {
  kind: 'realm_domain_listed',
  type: TYPE,
  variant: () => '',
  shape: ({ op, domain }) => ({ type: TYPE, op, realm_domain: domain }),
};

const removed: EventKind<{ domain: string }> = {
  kind: 'realm_domain_removed',
  type: TYPE,
  variant: () => '',
  shape: ({ domain }) => ({ type: TYPE, op: 'remove', domain }),
};

const EVERYBODY: Audience = { to: 'organization', except: [] };

@Injectable()
export class EmailDomainClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = [TYPE];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: EmailDomainRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(listed, removed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { realm_domains: (await this.rows.list(actor.organizationId)).map(emailDomainObject) };
  }

  /** Spectators do not see which addresses may join. */
  readForSpectator(): Record<string, unknown> {
    return { realm_domains: [] };
  }

  tellListed(organizationId: OrganizationId, op: 'add' | 'change', domain: EmailDomain): void {
    const payload = { op, domain: emailDomainObject(domain) };
    this.log.tell({ kind: listed.kind, organizationId, audience: EVERYBODY, payload });
  }

  tellRemoved(organizationId: OrganizationId, domain: string): void {
    this.log.tell({ kind: removed.kind, organizationId, audience: EVERYBODY, payload: { domain } });
  }
}
