import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  EXPORT_PERIOD_DAYS,
  EXPORT_TYPE,
  ExportConsent,
  ExportHasFailed,
  ExportIsInProgress,
  ExportIsUnknown,
  MOST_EXPORTS,
  NoOwnerConsents,
  OrganizationExport,
  TooManyExports,
} from './organization-export';
import { OrganizationExportRepository } from './organization-export.repository';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import { Audit } from '../audit/audit.service';
import { OrganizationExportClientEvents } from './organization-export.client-events';

/**
 * Exports of an organization's data. Requests are stored. The server cannot make an export yet and reports a failure.
 */
@Injectable()
export class OrganizationExports {
  constructor(
    private readonly rows: OrganizationExportRepository,
    private readonly users: Users,
    private readonly clients: OrganizationExportClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @throws MustBeAdministrator */
  async list(actor: Actor): Promise<OrganizationExport[]> {
    assertAdministrator(actor);
    return this.rows.list(actor.organizationId);
  }

  /** @throws MustBeAdministrator */
  async consents(actor: Actor): Promise<ExportConsent[]> {
    assertAdministrator(actor);
    return this.rows.consents(actor.organizationId);
  }

  /** Returns the id of the request. */
  async request(actor: Actor, type: number): Promise<number> {
    assertAdministrator(actor);
    const { organizationId, userId } = actor;
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads the role again, because it may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting(actor));
      if ((await this.rows.countSince(organizationId, EXPORT_PERIOD_DAYS)) >= MOST_EXPORTS) throw new TooManyExports();
      if (type === EXPORT_TYPE.consented && !(await this.rows.hasConsentingOwner(organizationId)))
        throw new NoOwnerConsents();
      const id = await this.rows.insertFailed(organizationId, userId, type);
      const object = { type: 'export', id };
      this.audit.record({ organizationId, action: 'requested', object, after: { export_type: type } });
      await this.clients.tellChanged(organizationId);
      return id;
    });
  }

  /** @throws MustBeAdministrator, ExportIsUnknown, ExportHasFailed, ExportIsInProgress */
  async delete(actor: Actor, id: number): Promise<never> {
    assertAdministrator(actor);
    const found = await this.rows.find(actor.organizationId, id);
    if (!found) throw new ExportIsUnknown();
    throw found.failedAt === null ? new ExportIsInProgress() : new ExportHasFailed();
  }
}
