import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { assertNotGuest } from '../permissions/access';
import { isAdministrator } from '../roles/role';
import { AcceptedInvitation, acceptedIn } from './accepted-invitation';

const ACCEPTANCES = {
  ...{ action: 'accepted', objectType: 'invitation' },
  ...{ actorId: null, objectId: null, since: null, until: null, before: null },
};
/** The list is a look back; the audit log has the rest. */
const MAX_ENTRIES = 200;

/** Who joined by an invitation. Accepted invitations are gone, so the audit log tells. */
@Injectable()
export class AcceptedInvitations {
  constructor(private readonly audit: Audit) {}

  /** The latest, newest first. Administrators see all, other users those whom they invited. @throws MustNotBeGuest */
  async list(actor: Actor): Promise<AcceptedInvitation[]> {
    assertNotGuest(actor);
    const entries = await this.audit.list(actor.organizationId, ACCEPTANCES, MAX_ENTRIES);
    const accepted = entries.flatMap((entry) => acceptedIn(entry) ?? []);
    if (isAdministrator(actor.role)) return accepted;
    return accepted.filter(({ inviterId }) => inviterId === actor.userId);
  }
}
