import type { UserId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CannotMuteSelf, UserIsMutedAlready, UserIsNotMuted } from './muted-user.errors';
import { MutedUserRepository } from './muted-user.repository';
import { MUTED_USERS } from '../row-limits';
import { MutedUserClientEvents } from './muted-user.client-events';
import { Profiles } from '../profiles/profiles.service';

/** Muting of users. A muted user is never told of it (docs/protocol/organizations.md). */
@Injectable()
export class MutedUsers {
  constructor(
    private readonly rows: MutedUserRepository,
    private readonly profiles: Profiles,
    private readonly clients: MutedUserClientEvents,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
    private readonly rowQuota: RowQuota,
  ) {}

  /** The users who have muted the actor. Runs one statement, or none if no user has muted the actor. */
  async mutersOf({ userId, isMuted }: Pick<Actor, 'userId' | 'isMuted'>): Promise<readonly UserId[]> {
    return isMuted ? this.rows.mutersOf(userId) : [];
  }

  /** The users who have muted the actor, and the users whom the actor has muted. One statement. */
  async estrangedFrom({ userId }: Pick<Actor, 'userId'>): Promise<ReadonlySet<UserId>> {
    return new Set(await this.rows.estrangedFrom(userId));
  }

  /**
   * Bots and deactivated users can be muted too.
   * @throws CannotMuteSelf, UserIsUnknown, UserIsMutedAlready
   */
  @Raises('UserWasMuted')
  async mute(actor: Actor, wanted: number): Promise<void> {
    const { organizationId, userId } = actor;
    if (wanted === userId) throw new CannotMuteSelf();
    const { id: mutedUserId } = await this.profiles.locate(actor, String(wanted));
    await this.transactions.run([lock.user(userId)], async () => {
      await this.rowQuota.assert(MUTED_USERS, userId);
      if (!(await this.rows.insert(organizationId, userId, mutedUserId))) throw new UserIsMutedAlready();
      await this.clients.tell(actor);
      await this.events.raise('UserWasMuted', { organizationId, userId, mutedUserId });
    });
  }

  /**
   * Also unmutes users whom the actor may no longer see.
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
