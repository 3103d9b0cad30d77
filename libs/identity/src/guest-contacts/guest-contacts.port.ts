import type { OrganizationId, UserId } from '@app/kernel';
import type { GuestContact } from './guest-contact.repository';

/**
 * Determines which users a guest may see: all who share a channel subscription or a direct message conversation with
 * the guest (docs/protocol/users.md). Implemented in a context that reads both.
 */
export abstract class GuestContacts {
  /**
   * Pairs of a guest and another user whom the guest may see, including deactivated users.
   * @param among only these other users; `null`: all
   */
  abstract of(
    organizationId: OrganizationId,
    guestIds: readonly UserId[],
    among: readonly UserId[] | null,
  ): Promise<GuestContact[]>;
}
