import type { OrganizationId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { PushStatus } from '../records/organization';
import { OrganizationRepository } from '../records/organization.repository';
import { OrganizationClientEvents } from './organization.client-events';
import { Organizations } from '../organizations/organizations.service';

/** What clients are told of notifications on phones: whether there are any, and for how long yet. */
@Injectable()
export class PushStatuses {
  constructor(
    private readonly organizations: Organizations,
    private readonly rows: OrganizationRepository,
    private readonly clients: OrganizationClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /** What the relay says. No transaction where it says what it has said before; not to be called inside one. */
  async note(organizationId: OrganizationId, status: PushStatus): Promise<void> {
    if (isSame((await this.organizations.get(organizationId)).pushStatus, status)) return;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const { pushStatus: before } = await this.organizations.get(organizationId);
      if (isSame(before, status)) return;
      await this.rows.updatePushStatus(organizationId, status);
      this.clients.tellPushStatus(organizationId, before, status);
    });
  }

  /** The relay does something for the organization, and says nothing else: if it did not before, it does now. */
  async noteService(organizationId: OrganizationId): Promise<void> {
    const { pushStatus } = await this.organizations.get(organizationId);
    if (pushStatus?.isEnabled === false) await this.note(organizationId, { isEnabled: true, endsAt: null });
  }
}

const isSame = (before: PushStatus | null, { isEnabled, endsAt }: PushStatus): boolean =>
  before !== null && before.isEnabled === isEnabled && before.endsAt === endsAt;
