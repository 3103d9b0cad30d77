import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AccountMails } from '../confirmations/account-mails.service';
import { Confirmations } from '../confirmations/confirmations.service';
import { ConfirmationIsInvalid } from '../confirmations/link.errors';
import { AddressRules } from '../email-domains/address-rules.service';
import { Organizations } from '../organizations/organizations.service';
import { UserAddresses } from '../profiles/user-addresses.service';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { assertMayChangeEmail } from './email-change';

/** Applies the new address of a user after the user has opened the mailed link. `EmailChangeRequests` sends it. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly rows: UserRepository,
    private readonly organizations: Organizations,
    private readonly addresses: UserAddresses,
    private readonly confirmations: Confirmations,
    private readonly rules: AddressRules,
    private readonly mails: AccountMails,
    private readonly transactions: Transactions,
  ) {}

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
      assertMayChangeEmail(now, current.user);
      await this.rules.assertAdmits(now, email);
      await this.addresses.change(current.user, email);
      await this.confirmations.revoke(organizationId, user.id, ['password_reset']);
      await this.mails.emailWasChanged(now, current.user.deliveryEmail, email);
    });
  }
}
