import { RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import { EmailIsInvalid } from '../records/account.errors';
import { Invitation, mayStillInviteAs } from './invitation';
import { ConfirmationIsInvalid, SigningUpIsNotPossible } from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import { InvitationRepository } from './invitation.repository';
import { UserRepository } from '../records/user.repository';
import { AccountMails } from '../confirmations/account-mails.service';
import { AddressRules } from '../email-domains/address-rules.service';
import { Confirmations, hashOfToken } from '../confirmations/confirmations.service';

const HOURS = 24;

/** Sign-up without an account, with or without a reusable invitation link. The outcome is mailed. */
@Injectable()
export class SignUps {
  constructor(
    private readonly users: UserRepository,
    private readonly invitations: InvitationRepository,
    private readonly confirmations: Confirmations,
    private readonly addresses: AddressRules,
    private readonly mails: AccountMails,
    private readonly limits: RateLimits,
    private readonly transactions: Transactions,
  ) {}

  /** @throws SigningUpIsNotPossible where an invitation is needed */
  assertIsPossible({ settings }: Organization): void {
    if (settings.inviteRequired) throw new SigningUpIsNotPossible();
  }

  /**
   * The invitation of a reusable link.
   * @throws ConfirmationIsInvalid
   */
  async look({ id }: Organization, token: string): Promise<Invitation> {
    const invitation = await this.invitations.findByToken(id, hashOfToken(token));
    if (!invitation || invitation.email !== null) throw new ConfirmationIsInvalid();
    const inviter = await this.users.find(id, invitation.inviterId);
    if (!inviter || !mayStillInviteAs(inviter, invitation.role)) throw new ConfirmationIsInvalid();
    return invitation;
  }

  /**
   * Mails a link to the address, or the information that it has an account. Only the mail tells which. Both cases run
   * the same statements.
   * @param next a path of this server to go to in the end
   * @throws EmailIsInvalid, EmailIsNotAdmitted, RateLimitIsHit
   */
  async begin(
    organization: Organization,
    { email: given, next }: { email: string; next: string },
    invitation: Invitation | null,
    address: string,
  ): Promise<void> {
    const email = given.trim();
    if (!isEmailAddress(email)) throw new EmailIsInvalid();
    await this.addresses.assertAdmits(organization, email);
    await this.limits.countMail(address);
    const payload = { next, ...(invitation && { invitation_id: invitation.id }) };
    await this.transactions.run([], async () => {
      const [holder] = await this.users.findByEmail(organization.id, email);
      const token = await this.confirmations.issue({
        organizationId: organization.id,
        kind: 'sign_up',
        userId: holder?.id ?? null,
        email,
        payload,
        hours: HOURS,
      });
      if (holder) await this.mails.hasAccount(organization, email);
      else await this.mails.signUp(organization, email, token);
    });
  }
}
