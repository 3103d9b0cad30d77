import type { OrganizationId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { Passwords } from '../passwords/passwords.service';
import { UserIsUnknown } from '../errors';
import { AccountIsDeactivated } from '../records/account.errors';
import { UserRepository } from '../records/user.repository';
import { isOwner } from '../roles/role';
import { LocalLoginIsForOwners } from './password-change.errors';
import { PasswordReplacements } from './password-replacements.service';

/** Gives an owner a password when the company's provider lets the owner in no more. For the operator. */
@Injectable()
export class LocalLogins {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly replacements: PasswordReplacements,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Puts the password in force, and ends what the old one opened.
   * @throws UserIsUnknown, LocalLoginIsForOwners, AccountIsDeactivated, PasswordIsTooWeak
   */
  async open(organizationId: OrganizationId, userId: UserId, password: string): Promise<void> {
    const { deliveryEmail: email, fullName } = await this.owner(organizationId, userId);
    const passwordHash = await this.passwords.hashChecked(password, { email, fullName });
    await this.transactions.run([lock.user(userId)], async () => {
      await this.owner(organizationId, userId);
      const revoked = await this.replacements.replace(organizationId, userId, passwordHash);
      const object = { type: 'user' as const, id: userId };
      this.audit.record({ organizationId, action: 'reset_password', object, before: { api_key_ids: revoked } });
    });
  }

  private async owner(organizationId: OrganizationId, userId: UserId) {
    const user = await this.users.find(organizationId, userId);
    if (!user) throw new UserIsUnknown();
    if (!user.isActive) throw new AccountIsDeactivated();
    if (user.isBot || !isOwner(user.role)) throw new LocalLoginIsForOwners();
    return user;
  }
}
