import type { UserId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, Room, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CannotMuteSelf, UserIsMutedAlready, UserIsNotMuted } from './muted-user.errors';
import { MutedUserRepository } from './muted-user.repository';
import { MUTED_USERS } from '../row-limits';
import { MutedUserClientEvents } from './muted-user.client-events';
import { Profiles } from '../profiles/profiles.service';

/** Users whom a user has muted; they never learn of it (docs/protocol/organizations.md). */
@Injectable()
export class MutedUsers {
  constructor(
    private readonly rows: MutedUserRepository,
    private readonly profiles: Profiles,
    private readonly clients: MutedUserClientEvents,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
    private readonly room: Room,
  ) {}

  /** Who has muted the actor: one statement, or none where no user has; to be asked for before a transaction. */
  async mutersOf({ userId, isMuted }: Pick<Actor, 'userId' | 'isMuted'>): Promise<readonly UserId[]> {
    return isMuted ? this.rows.mutersOf(userId) : [];
  }

  /** Who has muted the actor, and whom the actor has muted. One statement. */
  async estrangedFrom({ userId }: Pick<Actor, 'userId'>): Promise<ReadonlySet<UserId>> {
    return new Set(await this.rows.estrangedFrom(userId));
  }

  /**
   * Bots too, and deactivated accounts.
   * @throws CannotMuteSelf, UserIsUnknown, UserIsMutedAlready
   */
  @Raises('UserWasMuted')
  async mute(actor: Actor, wanted: number): Promise<void> {
    const { organizationId, userId } = actor;
    if (wanted === userId) throw new CannotMuteSelf();
    const { id: mutedUserId } = await this.profiles.locate(actor, String(wanted));
    await this.transactions.run([lock.user(userId)], async () => {
      await this.room.assert(MUTED_USERS, userId);
      if (!(await this.rows.insert(organizationId, userId, mutedUserId))) throw new UserIsMutedAlready();
      await this.clients.tell(actor);
      await this.events.raise('UserWasMuted', { organizationId, userId, mutedUserId });
    });
  }

  /**
   * Also of whom one may not know any longer.
   * @throws UserIsNotMuted whatever the reason
   */
  @Raises('UserWasUnmuted')
  async unmute(actor: Actor, unwanted: number): Promise<void> {
    const { organizationId, userId } = actor;
    const mutedUserId = unwanted as UserId;
    await this.transactions.run([lock.user(userId)], async () => {
      if (!(await this.rows.remove(userId, mutedUserId))) throw new UserIsNotMuted();
      await this.clients.tell(actor);
      await this.events.raise('UserWasUnmuted', { organizationId, userId, mutedUserId });
    });
  }
}
