import { Clock, OrganizationId } from '@app/kernel';
import { DomainEventBus, lock, Log, Raises, Transactions, withOperation } from '@app/platform';
import { BeforeApplicationShutdown, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { FullMemberRepository } from './full-member.repository';
import { Permissions } from '../permissions/permissions.service';
import { UserGroupClientEvents } from './user-groups.client-events';

const EVERY_MS = 60_000;

/**
 * Members who pass the waiting period become full members by the clock, without anybody's doing: decisions count them at
 * once, and clients are told within a minute, by one node and once.
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

  /** Tells of everybody who has passed the waiting period since the last time, in every organization. */
  async promote(): Promise<void> {
    const due = await this.rows.organizationsDue(this.clock.now().getTime());
    for (const organizationId of due) {
      await this.transactions.run([lock.organization(organizationId)], async () => {
        const { waitingPeriodDays } = await this.permissions.graphNow(organizationId);
        await this.retell(organizationId, waitingPeriodDays);
      });
    }
  }

  /**
   * Tells of everybody whom another waiting period makes a full member, or one no longer. To be called by what changes
   * it, in its transaction, under the organization's lock and after it raised the permission version.
   */
  async waitingPeriodChanged(organizationId: OrganizationId, daysBefore: number): Promise<void> {
    await this.retell(organizationId, daysBefore);
  }

  /** From what clients know, by the waiting period that it was told by, to what is so now. */
  @Raises('PermissionsChanged')
  private async retell(organizationId: OrganizationId, daysBefore: number): Promise<void> {
    const graph = await this.permissions.graphNow(organizationId);
    const toldUntil = await this.rows.toldUntil(organizationId);
    // Another node's clock may be ahead: what was told is not taken back for that.
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
    // It reads much: before the first write, from which on events are held back.
    await this.events.raise('PermissionsChanged', { organizationId, before, after });
    await this.rows.noteToldUntil(organizationId, now);
  }
}
