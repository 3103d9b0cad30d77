import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MAX_TOLD_OF_PRESENCE } from './presence';
import { PresenceRepository } from './presence.repository';
import { UserEventAudiences } from '../guest-visibility/user-event-audiences.service';
import { Organizations } from '../organizations/organizations.service';
import { PresenceClientEvents } from './presence.client-events';

type Somebody = Pick<Actor, 'organizationId' | 'userId'>;

/**
 * Presence of users (docs/protocol/personal.md). Clients report and poll every minute. So a report sends no event,
 * except when the user returns.
 */
@Injectable()
export class Presences {
  constructor(
    private readonly rows: PresenceRepository,
    private readonly organizations: Organizations,
    private readonly audiences: UserEventAudiences,
    private readonly clients: PresenceClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /** A client of the user is connected, active or idle. Nothing is stored for users who hide their presence. */
  async report(actor: Actor, isActive: boolean): Promise<void> {
    const { settings } = await this.organizations.cached(actor);
    if (settings.presenceDisabled || !(await this.rows.report(actor.userId, isActive))) return;
    await this.transactions.run([lock.user(actor.userId)], async () => {
      if (await this.rows.comeBack(actor.userId, isActive)) await this.tell(actor);
    });
  }

  /** The user shows presence again. The caller's transaction holds the user's lock. */
  async appear({ organizationId, userId }: Somebody): Promise<void> {
    await this.rows.appear(userId, organizationId);
    await this.tell({ organizationId, userId });
  }

  /** The user hides presence and is offline to other users at once. Same lock as `appear`. */
  async disappear({ organizationId, userId }: Somebody): Promise<void> {
    await this.rows.disappear(userId, organizationId);
    await this.tell({ organizationId, userId });
  }

  /**
   * When users were last active, in UNIX milliseconds. Users who were never active or hide their presence are absent.
   */
  lastActive(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, number>> {
    return this.rows.lastActive(organizationId, userIds);
  }

  private async tell({ organizationId, userId }: Somebody): Promise<void> {
    const { settings } = await this.organizations.current(organizationId);
    if (settings.presenceDisabled || (await this.rows.isLarge(organizationId, MAX_TOLD_OF_PRESENCE))) return;
    const presence = await this.rows.find(organizationId, userId);
    if (!presence) return;
    const { all } = await this.audiences.of({ id: userId, organizationId, isBot: false });
    this.clients.tellReturned(organizationId, all, presence);
  }
}
