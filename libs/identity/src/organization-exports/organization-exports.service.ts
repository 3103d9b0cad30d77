import { Actor, lock, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  EXPORT_PERIOD_DAYS,
  EXPORT_TYPE,
  ExportConsent,
  ExportHasFailed,
  ExportIsDeleted,
  ExportIsInProgress,
  ExportIsUnknown,
  MAX_EXPORTS,
  isPending,
  NoOwnerConsents,
  TooManyExports,
} from './organization-export';
import { OrganizationExportRepository } from './organization-export.repository';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import { Audit } from '../audit/audit.service';
import { type ExportObject, OrganizationExportClientEvents } from './organization-export.client-events';

/** The worker that makes exports and removes their files. */
export const EXPORTER = 'organization_exports';

/** Exports of an organization's data, as administrators ask for them and delete them. `ExportJobs` makes them. */
@Injectable()
export class OrganizationExports {
  constructor(
    private readonly rows: OrganizationExportRepository,
    private readonly users: Users,
    private readonly clients: OrganizationExportClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
  ) {}

  /** @throws MustBeAdministrator */
  async list(actor: Actor): Promise<ExportObject[]> {
    assertAdministrator(actor);
    return this.clients.objects(actor.organizationId);
  }

  /** @throws MustBeAdministrator */
  async consents(actor: Actor): Promise<ExportConsent[]> {
    assertAdministrator(actor);
    return this.rows.consents(actor.organizationId);
  }

  /**
   * Returns the id of the request.
   * @throws MustBeAdministrator, TooManyExports, NoOwnerConsents
   */
  async request(actor: Actor, type: number): Promise<number> {
    assertAdministrator(actor);
    const { organizationId, userId } = actor;
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads the role again, because it may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting(actor));
      if ((await this.rows.countSince(organizationId, EXPORT_PERIOD_DAYS)) >= MAX_EXPORTS) throw new TooManyExports();
      if (type === EXPORT_TYPE.consented && !(await this.rows.hasConsentingOwner(organizationId)))
        throw new NoOwnerConsents();
      const id = await this.rows.insert(organizationId, userId, type);
      const object = { type: 'export' as const, id };
      this.audit.record({ organizationId, action: 'requested', object, after: { export_type: type } });
      await this.clients.tellChanged(organizationId);
      this.nudge();
      return id;
    });
  }

  /** @throws MustBeAdministrator, ExportIsUnknown, ExportHasFailed, ExportIsDeleted, ExportIsInProgress */
  async delete(actor: Actor, id: number): Promise<void> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      assertAdministrator(await this.users.acting(actor));
      const found = await this.rows.find(organizationId, id);
      if (!found) throw new ExportIsUnknown();
      if (found.failedAt !== null) throw new ExportHasFailed();
      if (isPending(found)) throw new ExportIsInProgress();
      if (found.deletedAt !== null) throw new ExportIsDeleted();
      await this.rows.noteDeleted(id);
      this.audit.record({ organizationId, action: 'deleted', object: { type: 'export', id } });
      await this.clients.tellChanged(organizationId);
      this.nudge();
    });
  }

  private nudge(): void {
    this.transactions.required.afterCommit.push(() => this.workers.nudge(EXPORTER));
  }
}
