import type { OrganizationId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { PushStatus } from '../records/organization';
import { OrganizationRepository } from '../records/organization.repository';
import { OrganizationClientEvents } from './organization.client-events';
import { Organizations } from '../organizations/organizations.service';

/** Tells clients whether push notifications work, and until when. */
@Injectable()
export class PushStatuses {
  constructor(
    private readonly organizations: Organizations,
    private readonly rows: OrganizationRepository,
    private readonly clients: OrganizationClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores the status that the relay reported. Opens a transaction only if the status changed. Call it outside
   * transactions.
   */
  async note(organizationId: OrganizationId, status: PushStatus): Promise<void> {
    if (isSame((await this.organizations.current(organizationId)).pushStatus, status)) return;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const { pushStatus: before } = await this.organizations.current(organizationId);
      if (isSame(before, status)) return;
      await this.rows.updatePushStatus(organizationId, status);
      this.clients.tellPushStatus(organizationId, before, status);
    });
  }

  /** A request of the organization succeeded without a status in the relay's answer. So push notifications work. */
  async noteService(organizationId: OrganizationId): Promise<void> {
    const { pushStatus } = await this.organizations.current(organizationId);
    if (pushStatus?.isEnabled === false) await this.note(organizationId, { isEnabled: true, endsAt: null });
  }
}

const isSame = (before: PushStatus | null, { isEnabled, endsAt }: PushStatus): boolean =>
  before !== null && before.isEnabled === isEnabled && before.endsAt === endsAt;
