import { Actor, originOfWork, RateLimits } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OldPasswordIsWrong } from './password-change.errors';
import { PasswordReplacements } from './password-replacements.service';
import { UserRepository } from '../records/user.repository';
import { AccountMails } from '../confirmations/account-mails.service';
import { Audit } from '../audit/audit.service';
import { Organizations } from '../organizations/organizations.service';
import { Passwords } from '../passwords/passwords.service';

/** The current password and the new one. */
export interface PasswordChange {
  readonly old: string;
  readonly wanted: string;
}

/** Changes the password of a user who knows the old one. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly replacements: PasswordReplacements,
    private readonly mails: AccountMails,
    private readonly organizations: Organizations,
    private readonly limits: RateLimits,
    private readonly audit: Audit,
  ) {}

  /**
   * Checks whether the change is permitted and returns the hash to store. Runs before the transaction. Wrong passwords
   * count as failed logins.
   * @throws OldPasswordIsWrong, PasswordIsTooWeak, RateLimitIsHit
   */
  async prepare(
    { organizationId, deliveryEmail: email, fullName }: Actor,
    { old, wanted }: PasswordChange,
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
  async store(actor: Actor, passwordHash: string): Promise<void> {
    const { organizationId, userId, deliveryEmail } = actor;
    await this.replacements.replace(organizationId, userId, passwordHash, actor);
    this.audit.record({ organizationId, action: 'changed_password', object: { type: 'user', id: userId } });
    await this.mails.passwordWasChanged(await this.organizations.current(organizationId), deliveryEmail);
  }
}
