import type { OrganizationId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Confirmations, hashOfToken } from '../confirmations/confirmations.service';
import { nextOf } from '../confirmations/next-place';
import { ConfirmationIsInvalid, SigningUpIsNotPossible } from '../confirmations/link.errors';
import { Organizations } from '../organizations/organizations.service';
import type { Organization } from '../records/organization';
import { UserRepository } from '../records/user.repository';
import { Invitation, mayStillInviteAs } from './invitation';
import { InvitationRepository } from './invitation.repository';

/** The data behind a mailed link. */
export interface Ticket {
  /** The address to which the link was mailed. Its holder has shown control of the address. */
  readonly email: string;
  /** null: the user signed up without an invitation. */
  readonly invitation: Invitation | null;
  /** A path of this server, where the user wanted to go. */
  readonly next: string;
}

/** Reads mailed links: invitations, and confirmations of a sign-up. */
@Injectable()
export class InvitationTickets {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly confirmations: Confirmations,
    private readonly users: UserRepository,
    private readonly organizations: Organizations,
  ) {}

  /**
   * Reads the data of the link without using it.
   * @throws ConfirmationIsInvalid
   */
  async look({ id }: Organization, token: string): Promise<Ticket> {
    const invitation = await this.invitations.findByToken(id, hashOfToken(token));
    if (invitation) return this.invited(invitation);
    const { email, payload } = await this.confirmations.look(id, 'sign_up', token);
    return this.signingUp(id, email, payload);
  }

  /**
   * Uses the link, and all other links of the same invitation.
   * @throws ConfirmationIsInvalid
   */
  async take(organizationId: OrganizationId, token: string): Promise<Ticket> {
    const invitation = await this.invitations.findByToken(organizationId, hashOfToken(token), true);
    if (invitation) {
      const ticket = await this.invited(invitation);
      await this.invitations.remove(invitation.id);
      return ticket;
    }
    const { email, payload } = await this.confirmations.redeem(organizationId, 'sign_up', token);
    return this.signingUp(organizationId, email, payload);
  }

  private async invited(invitation: Invitation): Promise<Ticket> {
    // A reusable link does not confirm an address, so it first leads to a mail.
    if (invitation.email === null) throw new ConfirmationIsInvalid();
    await this.assertIsGood(invitation);
    return { email: invitation.email, invitation, next: '/' };
  }

  private async signingUp(
    organizationId: OrganizationId,
    email: string,
    payload: Readonly<Record<string, unknown>>,
  ): Promise<Ticket> {
    const { invitation_id: id } = payload;
    const next = nextOf(payload);
    if (typeof id !== 'number') {
      const { settings } = await this.organizations.current(organizationId);
      if (settings.inviteRequired) throw new SigningUpIsNotPossible();
      return { email, invitation: null, next };
    }
    const invitation = await this.invitations.find(organizationId, id);
    if (!invitation) throw new ConfirmationIsInvalid();
    await this.assertIsGood(invitation);
    return { email, invitation, next };
  }

  /** An invitation grants only what its inviter could grant now. */
  private async assertIsGood({ organizationId, inviterId, role }: Invitation): Promise<void> {
    const inviter = await this.users.find(organizationId, inviterId);
    if (!inviter || !mayStillInviteAs(inviter, role)) throw new ConfirmationIsInvalid();
  }
}
