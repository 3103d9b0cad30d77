import { Actor, lock, RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import { EmailIsInvalid, EmailIsTaken } from '../records/account.errors';
import { ConfirmationIsInvalid, EmailChangesAreDisabled } from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import { isAdministrator } from '../roles/role';
import { isEmailVisibleTo, User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { AccountMails } from '../confirmations/account-mails.service';
import { Users } from '../users/users.service';
import { AddressRules } from '../email-domains/address-rules.service';
import { Confirmations } from '../confirmations/confirmations.service';
import { Organizations } from '../organizations/organizations.service';
import { UserAddresses } from '../profiles/user-addresses.service';

const HOURS = 24;

/** Changes of a user's own address. The new address applies after the user has opened the mailed link. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly addresses: UserAddresses,
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
  async begin(actor: Actor, given: string): Promise<void> {
    const email = given.trim();
    const { organizationId, userId } = actor;
    const organization = await this.organizations.current(organizationId);
    assertIsPossible(organization, actor);
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

  /**
   * The user and the new address of a link. The link remains unused.
   * @throws ConfirmationIsInvalid
   */
  async look({ id }: Organization, token: string): Promise<{ user: User; email: string }> {
    const { userId, email, payload } = await this.confirmations.look(id, 'email_change', token);
    const user = userId === null ? null : await this.rows.find(id, userId);
    if (!user?.isActive || user.deliveryEmail !== payload.from) throw new ConfirmationIsInvalid();
    return { user, email };
  }

  /**
   * Applies the new address and sends a notice to the old one.
   * @throws ConfirmationIsInvalid, EmailIsTaken, EmailIsNotAdmitted, EmailChangesAreDisabled
   */
  async finish(organization: Organization, token: string): Promise<void> {
    const { id: organizationId } = organization;
    const { user } = await this.look(organization, token);
    await this.transactions.run([lock.organization(organizationId), lock.user(user.id)], async () => {
      const current = await this.look(organization, token);
      const { email } = await this.confirmations.redeem(organizationId, 'email_change', token);
      const now = await this.organizations.current(organizationId);
      assertIsPossible(now, current.user);
      await this.rules.assertAdmits(now, email);
      await this.addresses.change(current.user, email);
      await this.confirmations.revoke(organizationId, user.id, ['password_reset']);
      await this.mails.emailWasChanged(now, current.user.deliveryEmail, email);
    });
  }
}

/** @throws EmailChangesAreDisabled; administrators may always */
function assertIsPossible({ settings }: Organization, { role }: { role: number }): void {
  if (settings.emailChangesDisabled && !isAdministrator(role)) throw new EmailChangesAreDisabled();
}
