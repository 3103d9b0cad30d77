import type { OrganizationId, UserId } from '@app/kernel';
import { Config, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { AddressRules } from '../email-domains/address-rules.service';
import { Organizations } from '../organizations/organizations.service';
import { EMAIL_VISIBILITY, placeholderEmail } from '../records/email-address';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { Users } from '../users/users.service';
import { IdentityClientEvents } from './identity.client-events';

/** Changes the real addresses of users, and which users see them. */
@Injectable()
export class UserAddresses {
  constructor(
    private readonly rows: UserRepository,
    private readonly rules: AddressRules,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly clients: IdentityClientEvents,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes the real address. The caller's transaction holds the organization's lock.
   * @throws EmailIsInvalid, EmailIsTaken
   */
  async change(user: User, deliveryEmail: string): Promise<void> {
    if (deliveryEmail === user.deliveryEmail) return;
    const isOtherSpelling = deliveryEmail.toLowerCase() === user.deliveryEmail.toLowerCase();
    if (!isOtherSpelling) {
      await this.users.assertEmailIsFree(user.organizationId, deliveryEmail);
      await this.rules.assertAdmits(await this.organizations.current(user.organizationId), deliveryEmail);
    }
    await this.store(user, { ...user, deliveryEmail });
    this.audit.record({
      organizationId: user.organizationId,
      action: 'changed_email',
      object: { type: 'user', id: user.id },
    });
  }

  /**
   * Changes who may see the real address of an account. Takes the locks that it needs.
   * @param visibility one of `EMAIL_VISIBILITY`
   */
  async changeVisibility(organizationId: OrganizationId, userId: UserId, visibility: number): Promise<void> {
    await this.transactions.run([lock.organization(organizationId), lock.user(userId)], async () => {
      const user = await this.users.get(organizationId, userId);
      if (visibility === user.emailAddressVisibility) return;
      await this.store(user, { ...user, emailAddressVisibility: visibility });
    });
  }

  private async store(before: User, changed: User): Promise<void> {
    const isPublic = changed.isBot || changed.emailAddressVisibility === EMAIL_VISIBILITY.everyone;
    const email = isPublic ? changed.deliveryEmail : placeholderEmail(changed.id, this.config.emailDomain);
    const after = { ...changed, email };
    await this.rows.updateAddresses(after);
    await this.clients.tellAddresses(before, after);
  }
}
