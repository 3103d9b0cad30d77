import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserIsUnknown } from '../errors';
import { Organization, showsEverybodyToGuests } from '../records/organization';
import { isGuest } from '../roles/role';
import type { User } from '../records/user';
import { GuestVisibilityRepository } from './guest-visibility.repository';
import { Organizations } from '../organizations/organizations.service';

type Guestlike = Pick<Actor, 'organizationId' | 'userId' | 'role'>;

/**
 * Whom guests may know of, where the organization does not show them everybody: themselves, bots, and whom they share a
 * subscription or a conversation with (reference: identity-and-channels.md 12.5). Kept in a table of its own, from which
 * reads and audiences of events are answered; `GuestContactChanges` brings it up to date.
 */
@Injectable()
export class GuestVisibility {
  constructor(
    private readonly rows: GuestVisibilityRepository,
    private readonly organizations: Organizations,
  ) {}

  /**
   * Ids of the accounts that the viewer may know of, bots apart, which everybody knows; null: all. No query for others
   * than guests, and none while guests see everybody.
   */
  async knownTo(viewer: Guestlike & Pick<Actor, 'permissionVersion'>): Promise<ReadonlySet<number> | null> {
    if (!isGuest(viewer.role) || showsEverybodyToGuests(await this.organizations.of(viewer))) return null;
    return this.knownToGuest(viewer.userId);
  }

  /** As `knownTo`, as the open transaction or snapshot sees it. */
  async knownNow(viewer: Guestlike): Promise<ReadonlySet<number> | null> {
    if (!isGuest(viewer.role)) return null;
    if (showsEverybodyToGuests(await this.organizations.get(viewer.organizationId))) return null;
    return this.knownToGuest(viewer.userId);
  }

  /** @throws UserIsUnknown as for somebody who does not exist */
  async assertKnown(
    viewer: Guestlike & Pick<Actor, 'permissionVersion'>,
    user: Pick<User, 'id' | 'isBot'>,
  ): Promise<void> {
    if (user.isBot) return;
    const known = await this.knownTo(viewer);
    if (known && !known.has(user.id)) throw new UserIsUnknown();
  }

  /** Active guests who may not know of the account: no query while guests see everybody. */
  async guestsNotSeeing(organization: Organization, { id, isBot }: Pick<User, 'id' | 'isBot'>): Promise<UserId[]> {
    if (isBot || showsEverybodyToGuests(organization)) return [];
    return this.rows.guestsNotSeeing(organization.id, id);
  }

  /** The guest is one of them. */
  async knownToGuest(guestId: UserId): Promise<ReadonlySet<number>> {
    return new Set<number>([guestId, ...(await this.rows.of(guestId))]);
  }
}
