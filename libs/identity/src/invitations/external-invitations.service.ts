import type { OrganizationId } from '@app/kernel';
import type { Lock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { isAdministrator, type Role } from '../roles/role';
import { Invitation, mayStillInviteAs } from './invitation';
import { InvitationChannels } from './invitation-channels.port';
import { InvitationRepository } from './invitation.repository';
import { InvitedAccounts } from './invited-accounts.service';

/** A person of an identity provider, who has shown there that the address is theirs. */
export interface InvitedPerson {
  readonly email: string;
  readonly fullName: string;
  /** `null`: that of the invitation. */
  readonly role: Role | null;
}

/** Invitations of people who accept them by logging in at an identity provider, without the mailed link. */
@Injectable()
export class ExternalInvitations {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly accounts: InvitedAccounts,
    private readonly channels: InvitationChannels,
    private readonly users: UserRepository,
  ) {}

  /**
   * The latest invitation to the address that is still good; `null`: there is none. No provider makes administrators by
   * an address: their invitations are accepted by the mailed link.
   */
  async invitationOf(organizationId: OrganizationId, email: string): Promise<Invitation | null> {
    if (!isEmailAddress(email)) return null;
    for (const invitation of await this.invitations.listTo(organizationId, email)) {
      const inviter = await this.users.find(organizationId, invitation.inviterId);
      const isGood = inviter !== null && mayStillInviteAs(inviter, invitation.role);
      if (isGood && !isAdministrator(invitation.role)) return invitation;
    }
    return null;
  }

  /** The locks that `accept` needs beside those of a new account. */
  locksOf({ channelIds }: Invitation): Lock[] {
    return this.channels.locksOf(channelIds);
  }

  /**
   * Makes the account with the role, the channels and the groups of the invitation, and without a password.
   * @throws EmailIsNotAdmitted, and what `NewUsers` throws
   */
  async accept(invitation: Invitation, { email, fullName, role }: InvitedPerson): Promise<User> {
    const given = { ...invitation, role: role ?? invitation.role };
    await this.invitations.remove(invitation.id);
    return this.accounts.open(invitation.organizationId, { email, invitation: given }, fullName, null);
  }
}
