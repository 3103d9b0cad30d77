import { Actor, originOfWork, RateLimits, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OldPasswordIsWrong } from './password-change.errors';
import { PasswordRepository } from './password.repository';
import { UserRepository } from '../records/user.repository';
import { AccountMails } from '../confirmations/account-mails.service';
import { ApiKeys } from '../credentials/api-keys.service';
import { Audit } from '../audit/audit.service';
import { Confirmations } from '../confirmations/confirmations.service';
import { Organizations } from '../organizations/organizations.service';
import { Passwords } from '../passwords/passwords.service';
import { Sessions } from '../credentials/sessions.service';

/** The current password and the new one. */
export interface PasswordWish {
  readonly old: string;
  readonly wanted: string;
}

/** Changes the password of a user who knows the old one. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly users: UserRepository,
    private readonly stored: PasswordRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
    private readonly confirmations: Confirmations,
    private readonly mails: AccountMails,
    private readonly organizations: Organizations,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Checks whether the change is permitted and returns the hash to store. Runs before the transaction. Wrong passwords
   * count as failed logins.
   * @throws OldPasswordIsWrong, PasswordIsTooWeak, RateLimitIsHit
   */
  async prepare(
    { organizationId, deliveryEmail: email, fullName }: Actor,
    { old, wanted }: PasswordWish,
  ): Promise<string> {
    const name = `${organizationId} ${email}`;
    const address = originOfWork().address ?? '';
    await this.limits.countLogin(name, address);
    const user = await this.users.findForLogin(organizationId, email);
    if (!(await this.passwords.matches(old, user?.passwordHash ?? null))) throw new OldPasswordIsWrong();
    await this.limits.forgiveLogins(name, address);
    return this.passwords.hashChecked(wanted, { email, fullName });
  }

  /**
   * Stores the hash and ends all other sessions and keys of the user. Runs in a transaction that holds the user's lock.
   */
  async store({ organizationId, userId, sessionId, keyId, deliveryEmail }: Actor, passwordHash: string): Promise<void> {
    void this.transactions.required;
    await this.stored.store(userId, passwordHash);
    // A pending change of the address may come from an attacker who knew the old password.
    await this.confirmations.revoke(organizationId, userId, ['password_reset', 'email_change']);
    await this.sessions.endOf(organizationId, userId, sessionId);
    await this.keys.endOf(organizationId, userId, keyId);
    this.audit.record({ organizationId, action: 'changed_password', object: { type: 'user', id: userId } });
    await this.mails.passwordWasChanged(await this.organizations.current(organizationId), deliveryEmail);
  }
}
