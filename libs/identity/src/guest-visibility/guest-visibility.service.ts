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
 * Which users a guest may see in an organization that limits this: the guest, all bots, and users who share a
 * subscription or a conversation with the guest (docs/protocol/users.md). A table contains the answer for reads and for
 * audiences of events. `GuestContactChanges` updates it.
 */
@Injectable()
export class GuestVisibility {
  constructor(
    private readonly rows: GuestVisibilityRepository,
    private readonly organizations: Organizations,
  ) {}

  /**
   * Ids of the users whom the viewer may see. Bots are visible to all and not contained. `null`: the viewer may see all
   * users. Runs no query for other roles, and none while the organization does not limit guests.
   */
  async cached(viewer: Guestlike & Pick<Actor, 'permissionVersion'>): Promise<ReadonlySet<number> | null> {
    if (!isGuest(viewer.role) || showsEverybodyToGuests(await this.organizations.cached(viewer))) return null;
    return this.knownToGuest(viewer.userId);
  }

  /** As `cached`, but reads in the open transaction or snapshot. */
  async current(viewer: Guestlike): Promise<ReadonlySet<number> | null> {
    if (!isGuest(viewer.role)) return null;
    if (showsEverybodyToGuests(await this.organizations.current(viewer.organizationId))) return null;
    return this.knownToGuest(viewer.userId);
  }

  /** @throws UserIsUnknown as for an absent user */
  async assertKnown(
    viewer: Guestlike & Pick<Actor, 'permissionVersion'>,
    user: Pick<User, 'id' | 'isBot'>,
  ): Promise<void> {
    if (user.isBot) return;
    const known = await this.cached(viewer);
    if (known && !known.has(user.id)) throw new UserIsUnknown();
  }

  /** Active guests who may not see the account. Runs no query while the organization does not limit guests. */
  async guestsNotSeeing(organization: Organization, { id, isBot }: Pick<User, 'id' | 'isBot'>): Promise<UserId[]> {
    if (isBot || showsEverybodyToGuests(organization)) return [];
    return this.rows.guestsNotSeeing(organization.id, id);
  }

  /** The result contains the guest. */
  async knownToGuest(guestId: UserId): Promise<ReadonlySet<number>> {
    return new Set<number>([guestId, ...(await this.rows.of(guestId))]);
  }
}
