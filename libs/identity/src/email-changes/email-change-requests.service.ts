import { Actor, lock, RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AccountMails } from '../confirmations/account-mails.service';
import { Confirmations } from '../confirmations/confirmations.service';
import { AddressRules } from '../email-domains/address-rules.service';
import { Organizations } from '../organizations/organizations.service';
import { EmailIsInvalid, EmailIsTaken } from '../records/account.errors';
import { isEmailAddress } from '../records/email-address';
import { isEmailVisibleTo } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { Users } from '../users/users.service';
import { assertMayChangeEmail } from './email-change';

const HOURS = 24;

/** Requests of users for a new address of their own. `EmailChanges` applies it. */
@Injectable()
export class EmailChangeRequests {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly confirmations: Confirmations,
    private readonly rules: AddressRules,
    private readonly mails: AccountMails,
    private readonly limits: RateLimits,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Mails a link to the new address and changes nothing else. It runs outside a transaction, or in one that holds the
   * user's lock. Only callers who may know the other account are told that the address is taken.
   * @throws EmailIsInvalid, EmailIsTaken, EmailIsNotAdmitted, EmailChangesAreDisabled, RateLimitIsHit
   */
  async request(actor: Actor, given: string): Promise<void> {
    const email = given.trim();
    const { organizationId, userId } = actor;
    const organization = await this.organizations.current(organizationId);
    assertMayChangeEmail(organization, actor);
    if (!isEmailAddress(email)) throw new EmailIsInvalid();
    if (email === actor.deliveryEmail) return;
    await this.rules.assertAdmits(organization, email);
    const [holder] = await this.rows.findByEmail(organizationId, email);
    const isTaken = holder !== undefined && holder.id !== userId;
    if (isTaken && isEmailVisibleTo(holder, actor)) throw new EmailIsTaken();
    if (!holder) await this.users.assertEmailIsFree(organizationId, email);
    await this.limits.countEmailChange(`${organizationId} ${userId}`);
    await this.transactions.run([lock.user(userId)], async () => {
      await this.confirmations.revoke(organizationId, userId, ['email_change']);
      const payload = { from: actor.deliveryEmail };
      const token = await this.confirmations.issue({
        organizationId,
        kind: 'email_change',
        userId,
        email,
        payload,
        hours: HOURS,
      });
      if (isTaken) await this.mails.hasAccount(organization, email);
      else await this.mails.confirmEmail(organization, email, actor.deliveryEmail, token);
    });
  }
}
