import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CannotMuteSelf, UserIsMutedAlready, UserIsNotMuted } from '../domain/personal.errors';
import { MutedUserRepository } from '../store/muted-user.repository';
import { OrganizationRepository } from '../store/organization.repository';
import { MutedUserClientEvents } from './muted-user.client-events';
import { Profiles } from './profiles.service';
import { VersionedCache } from './versioned-cache';

interface KnownMutes {
  readonly id: OrganizationId;
  readonly version: number;
  /** By who is muted. */
  readonly muters: ReadonlyMap<UserId, readonly UserId[]>;
}

/** People of whom somebody does not want to hear; they never learn of it (reference: identity-and-channels.md 16). */
@Injectable()
export class MutedUsers {
  private readonly cache = new VersionedCache<KnownMutes>();

  constructor(
    private readonly rows: MutedUserRepository,
    private readonly organizations: OrganizationRepository,
    private readonly profiles: Profiles,
    private readonly clients: MutedUserClientEvents,
    private readonly events: DomainEventBus,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Who has muted the actor. No query while nothing that sending takes from the organization has changed; to be asked
   * for before a transaction.
   */
  async mutersOf({
    organizationId,
    userId,
    renderingVersion,
  }: Pick<Actor, 'organizationId' | 'userId' | 'renderingVersion'>): Promise<readonly UserId[]> {
    const known = this.cache.find(organizationId, renderingVersion) ?? (await this.read(organizationId));
    return known.muters.get(userId) ?? [];
  }

  /** Who has muted the actor, and whom the actor has muted. No query as `mutersOf`. */
  async estrangedFrom({
    organizationId,
    userId,
    renderingVersion,
  }: Pick<Actor, 'organizationId' | 'userId' | 'renderingVersion'>): Promise<ReadonlySet<UserId>> {
    const { muters } = this.cache.find(organizationId, renderingVersion) ?? (await this.read(organizationId));
    const muted = [...muters].flatMap(([id, mutedBy]) => (mutedBy.includes(userId) ? [id] : []));
    return new Set([...(muters.get(userId) ?? []), ...muted]);
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
      if (!(await this.rows.insert(organizationId, userId, mutedUserId))) throw new UserIsMutedAlready();
      await this.organizations.raiseRenderingVersion(organizationId);
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
      await this.organizations.raiseRenderingVersion(organizationId);
      await this.clients.tell(actor);
      await this.events.raise('UserWasUnmuted', { organizationId, userId, mutedUserId });
    });
  }

  private async read(organizationId: OrganizationId): Promise<KnownMutes> {
    const { id, version, pairs } = await this.rows.ofOrganization(organizationId);
    const muters = new Map<UserId, UserId[]>();
    for (const { userId, mutedUserId } of pairs) muters.set(mutedUserId, [...(muters.get(mutedUserId) ?? []), userId]);
    // What a transaction reads may be its own and never come true.
    return this.transactions.open ? { id, version, muters } : this.cache.keep({ id, version, muters });
  }
}
