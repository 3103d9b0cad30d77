import type { OrganizationId, UserId } from '@app/kernel';
import { lock, RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import { EmailIsInvalid } from '../records/account.errors';
import { ConfirmationIsInvalid } from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { PasswordReplacements } from './password-replacements.service';
import { UserRepository } from '../records/user.repository';
import { AccountMails } from '../confirmations/account-mails.service';
import { Audit } from '../audit/audit.service';
import { Confirmations } from '../confirmations/confirmations.service';
import { nextOf } from '../confirmations/next-place';
import { Passwords } from '../passwords/passwords.service';

const HOURS = 24;

/** The data behind a mailed link. */
interface ResetLink {
  readonly user: User;
  /** A path of this server, where the user wanted to go. */
  readonly next: string;
}

/** Sets a new password for a user who forgot the old one but can read the mailbox. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly users: UserRepository,
    private readonly replacements: PasswordReplacements,
    private readonly confirmations: Confirmations,
    private readonly passwords: Passwords,
    private readonly mails: AccountMails,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Mails the address whether or not it has an account. Only the mail tells which. All addresses run the same
   * statements and count for the same limits.
   * @param next a path of this server to go to in the end
   * @throws EmailIsInvalid, RateLimitIsHit
   */
  async begin(organization: Organization, given: string, address: string, next: string): Promise<void> {
    const email = given.trim();
    if (!isEmailAddress(email)) throw new EmailIsInvalid();
    await this.limits.countMail(address);
    await this.limits.countPasswordReset(`${organization.id} ${email.toLowerCase()}`);
    await this.transactions.run([], async () => {
      const user = await this.users.findForLogin(organization.id, email);
      const isPossible = user !== null && user.isActive && !user.isBot;
      const token = await this.confirmations.issue({
        organizationId: organization.id,
        kind: 'password_reset',
        userId: isPossible ? user.id : null,
        email,
        payload: { next },
        hours: HOURS,
      });
      if (isPossible) await this.mails.resetPassword(organization, user.deliveryEmail, token);
      else await this.mails.cannotResetPassword(organization, email, user !== null && !user.isActive);
    });
  }

  /**
   * Reads the link without using it.
   * @throws ConfirmationIsInvalid
   */
  async look({ id }: Organization, token: string): Promise<ResetLink> {
    const { userId, email, payload } = await this.confirmations.look(id, 'password_reset', token);
    return { user: await this.owner(id, userId, email), next: nextOf(payload) };
  }

  /**
   * Puts the new password in force for the owner of the link.
   * @throws ConfirmationIsInvalid, PasswordIsTooWeak
   */
  async finish(organization: Organization, token: string, password: string): Promise<User> {
    const { user } = await this.look(organization, token);
    const { id: userId, organizationId, deliveryEmail: email, fullName } = user;
    const passwordHash = await this.passwords.hashChecked(password, { email, fullName });
    return this.transactions.run([lock.user(userId)], async () => {
      const confirmed = await this.confirmations.redeem(organizationId, 'password_reset', token);
      const owner = await this.owner(organizationId, confirmed.userId, confirmed.email);
      const revoked = await this.replacements.replace(organizationId, userId, passwordHash);
      this.audit.record({
        organizationId,
        actorId: userId,
        action: 'reset_password',
        object: { type: 'user', id: userId },
        before: { api_key_ids: revoked },
      });
      await this.mails.passwordWasChanged(organization, email);
      return owner;
    });
  }

  /** Links to a former address or of a deactivated account are invalid. */
  private async owner(organizationId: OrganizationId, userId: UserId | null, email: string): Promise<User> {
    const user = userId === null ? null : await this.users.find(organizationId, userId);
    const isSame = user?.deliveryEmail.toLowerCase() === email.toLowerCase();
    if (!user?.isActive || !isSame) throw new ConfirmationIsInvalid();
    return user;
  }
}
