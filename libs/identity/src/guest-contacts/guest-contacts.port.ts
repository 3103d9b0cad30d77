import type { OrganizationId, UserId } from '@app/kernel';
import type { GuestContact } from './guest-contact.repository';

/**
 * Answers whom guests know: everybody who is subscribed to a channel with them, or in a conversation of direct messages
 * (docs/protocol/users.md). Implemented where both are known.
 */
export abstract class GuestContacts {
  /**
   * Each guest with each other account that the guest may see, deactivated ones included.
   * @param among of these others alone; null: of all
   */
  abstract of(
    organizationId: OrganizationId,
    guestIds: readonly UserId[],
    among: readonly UserId[] | null,
  ): Promise<GuestContact[]>;
}
