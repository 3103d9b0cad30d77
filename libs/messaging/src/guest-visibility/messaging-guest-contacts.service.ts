import { GuestContacts, GuestContact } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { GuestContactRepository } from './guest-contact.repository';

/** Implements the port: which users a guest may see. */
@Injectable()
export class MessagingGuestContacts extends GuestContacts {
  constructor(private readonly rows: GuestContactRepository) {
    super();
  }

  async of(
    organizationId: OrganizationId,
    guestIds: readonly UserId[],
    among: readonly UserId[] | null,
  ): Promise<GuestContact[]> {
    return guestIds.length === 0 ? [] : this.rows.pairs(organizationId, guestIds, among);
  }
}
