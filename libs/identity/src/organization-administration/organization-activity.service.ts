import type { OrganizationId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { QueueControl } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { OrganizationRepository } from '../records/organization.repository';
import { assertOwner } from '../permissions/access';
import { Users } from '../users/users.service';
import type { AuditAction } from '../audit/audit-words';
import { Audit } from '../audit/audit.service';
import { OrganizationClientEvents } from './organization.client-events';
import { Organizations } from '../organizations/organizations.service';

/** Deactivates and reactivates organizations. Their data stays. */
@Injectable()
export class OrganizationActivity {
  constructor(
    private readonly rows: OrganizationRepository,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly clients: OrganizationClientEvents,
    private readonly queues: QueueControl,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** Tells all users. From then on all requests are refused, including the actor's. */
  async deactivate({ organizationId, userId }: Actor): Promise<void> {
    await this.transactions.run([lock.organization(organizationId)], async () => {
      assertOwner(await this.users.acting({ organizationId, userId }));
      await this.rows.updateActivity(organizationId, false);
      this.clients.tellDeactivated(organizationId);
      this.queues.forgetAllCredentials(organizationId);
      this.record(organizationId, 'deactivated');
    });
  }

  /** For the operator: admits all users again with their existing keys. Does nothing for an active organization. */
  async reactivate(organizationId: OrganizationId): Promise<void> {
    await this.transactions.run([lock.organization(organizationId)], async () => {
      if (!(await this.organizations.current(organizationId)).isDeactivated) return;
      await this.rows.updateActivity(organizationId, true);
      this.record(organizationId, 'reactivated');
    });
  }

  private record(organizationId: OrganizationId, action: AuditAction): void {
    this.audit.record({ organizationId, action, object: { type: 'organization', id: organizationId } });
  }
}
