import type { UserId } from '@app/kernel';
import { DomainEventBus, Raises } from '@app/platform';
import { QueueControl } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { UserEventAudiences } from '../guest-visibility/user-event-audiences.service';
import { Organizations } from '../organizations/organizations.service';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { UserClientEvents } from '../user-changes/users.client-events';
import { GroupPresence } from './group-presence.service';

/** Who closes the account, and the comment in the mail to it. `null`: no mail; "": a mail without a comment. */
export interface AccountClosing {
  readonly actorId: UserId | null;
  readonly comment: string | null;
}

/** Deactivates or reactivates one account. The caller's transaction holds the locks of `AccountActivity.during`. */
@Injectable()
export class AccountStates {
  constructor(
    private readonly rows: UserRepository,
    private readonly organizations: Organizations,
    private readonly clients: UserClientEvents,
    private readonly audiences: UserEventAudiences,
    private readonly groupPresence: GroupPresence,
    private readonly queues: QueueControl,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
  ) {}

  /** Reactivates the account with its former state. Its bots stay deactivated. */
  @Raises('UserReactivated')
  async reopen(user: User, actorId: UserId | null): Promise<User> {
    const { id: userId, organizationId, isBot } = user;
    const active = await this.note(user, true);
    const organization = await this.organizations.current(organizationId);
    await this.clients.tellChange(active, { is_active: true });
    await this.groupPresence.tellBack(active, organization);
    await this.events.raise('UserReactivated', { organizationId, userId, actorId, isBot });
    return active;
  }

  @Raises('UserIsLeaving', 'UserDeactivated')
  async close(user: User, { actorId, comment }: AccountClosing): Promise<void> {
    const { id: userId, organizationId, isBot } = user;
    // Runs before the first write, so that handlers can read. After the first write, newer client events wait for this
    // transaction.
    await this.events.raise('UserIsLeaving', { organizationId, userId });
    const { excludedGuests } = await this.audiences.of(user);
    const inactive = await this.note(user, false);
    await this.queues.endQueuesOf(organizationId, userId);
    await this.clients.tellChange(inactive, { is_active: false });
    if (excludedGuests.length > 0) {
      const organization = await this.organizations.current(organizationId);
      await this.groupPresence.tellGone(inactive, organization, { to: 'users', ids: excludedGuests });
    }
    await this.events.raise('UserDeactivated', { organizationId, userId, actorId, isBot, comment });
  }

  private async note(user: User, isActive: boolean): Promise<User> {
    const { id, organizationId } = user;
    await this.rows.setActive(id, isActive);
    await this.organizations.raiseVersion(organizationId);
    this.audit.record({
      organizationId,
      action: isActive ? 'reactivated' : 'deactivated',
      object: { type: 'user', id },
      before: { is_active: user.isActive },
      after: { is_active: isActive },
    });
    return { ...user, isActive };
  }
}
