import { Clock, OrganizationId } from '@app/kernel';
import { DomainEventBus, lock, Log, Raises, Transactions, withOperation } from '@app/platform';
import { BeforeApplicationShutdown, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { FullMemberRepository } from './full-member.repository';
import { Permissions } from '../permissions/permissions.service';
import { UserGroupClientEvents } from './user-groups.client-events';

const EVERY_MS = 60_000;

/**
 * Members become full members when the waiting period has passed. Permission checks use the clock. One node tells
 * clients, once and within a minute.
 */
@Injectable()
export class FullMembers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: FullMemberRepository,
    private readonly permissions: Permissions,
    private readonly clients: UserGroupClientEvents,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly logger: Log,
  ) {}

  onApplicationBootstrap(): void {
    const work = () =>
      void withOperation('full members', () => this.promote()).catch((error: unknown) =>
        this.logger.warn('telling of full members failed', { error }),
      );
    this.timer = setInterval(work, EVERY_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Tells clients in all organizations about members who have passed the waiting period since the last run. */
  async promote(): Promise<void> {
    const due = await this.rows.organizationsDue(this.clock.now().getTime());
    for (const organizationId of due) {
      await this.transactions.run([lock.organization(organizationId)], async () => {
        const { waitingPeriodDays } = await this.permissions.current(organizationId);
        await this.retell(organizationId, waitingPeriodDays);
      });
    }
  }

  /**
   * Tells clients about members who become or cease to be full members because the waiting period changed. Called in
   * the transaction of the change, under the organization's lock, after the permission version was raised.
   */
  async waitingPeriodChanged(organizationId: OrganizationId, daysBefore: number): Promise<void> {
    await this.retell(organizationId, daysBefore);
  }

  /** Tells the difference between the members that clients know and the current ones. */
  @Raises('PermissionsChanged')
  private async retell(organizationId: OrganizationId, daysBefore: number): Promise<void> {
    const graph = await this.permissions.current(organizationId);
    const toldUntil = await this.rows.toldUntil(organizationId);
    // The clock of another node may be ahead. An announcement is never taken back for that reason.
    const now = Math.max(toldUntil, this.clock.now().getTime());
    const known = await this.rows.idsPast(organizationId, daysBefore, toldUntil);
    const current = await this.rows.idsPast(organizationId, graph.waitingPeriodDays, now);
    const [were, are] = [new Set(known), new Set(current)];
    const promoted = current.filter((id) => !were.has(id));
    const demoted = known.filter((id) => !are.has(id));
    if (promoted.length + demoted.length === 0) return this.rows.noteToldUntil(organizationId, now);
    const group = { id: graph.groupId('role:fullmembers'), isDeactivated: false };
    this.clients.tellContents(organizationId, group, 'remove_members', demoted);
    this.clients.tellContents(organizationId, group, 'add_members', promoted);
    const [before, after] = [graph.asOf(toldUntil, daysBefore), graph.asOf(now)];
    // Raised before the first write, because handlers read much. After the first write, newer client events wait for
    // this transaction.
    await this.events.raise('PermissionsChanged', { organizationId, before, after });
    await this.rows.noteToldUntil(organizationId, now);
  }
}
