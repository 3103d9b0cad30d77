import type { OrganizationId } from '@app/kernel';
import { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../records/email-address';
import { checkedFullName } from '../users/full-name';
import type { Role } from '../roles/role';
import type { User } from '../records/user';
import { assertMayCreateUsers } from '../permissions/access';
import { AddressRules } from '../email-domains/address-rules.service';
import { Organizations } from '../organizations/organizations.service';
import { Passwords } from '../passwords/passwords.service';
import { SpecialPermissions } from '../users/special-permissions.service';
import { NewUsers } from '../user-changes/new-users.service';
import { Users } from '../users/users.service';

export interface ChosenAccount {
  email: string;
  password: string;
  fullName: string;
  /** Default: member. */
  role?: Role;
}

/** Creates accounts with a password, for administrators and the operator. */
@Injectable()
export class UserCreation {
  constructor(
    private readonly users: Users,
    private readonly newUsers: NewUsers,
    private readonly passwords: Passwords,
    private readonly special: SpecialPermissions,
    private readonly addresses: AddressRules,
    private readonly organizations: Organizations,
  ) {}

  /** @throws MustBeAdministrator, UserCreationIsNotPermitted, EmailIsNotAdmitted, and what `byOperator` throws */
  async byAdministrator(actor: Actor, account: Omit<ChosenAccount, 'role'>): Promise<User> {
    assertMayCreateUsers(actor, await this.special.of(actor.userId));
    const email = account.email.trim();
    if (isEmailAddress(email)) await this.addresses.assertAdmits(await this.organizations.cached(actor), email);
    return this.byOperator(actor.organizationId, account);
  }

  /**
   * Checks everything before the slow hash. What may change meanwhile is checked again in the transaction.
   * @throws EmailIsInvalid, EmailIsTaken, FullNameIsInvalid, FullNameIsTaken, PasswordIsTooWeak
   */
  async byOperator(organizationId: OrganizationId, account: ChosenAccount): Promise<User> {
    const email = account.email.trim();
    const fullName = checkedFullName(account.fullName);
    await this.users.assertEmailIsFree(organizationId, email);
    const passwordHash = await this.passwords.hashChecked(account.password, { email, fullName });
    return this.newUsers.create({ organizationId, email, fullName, passwordHash, role: account.role });
  }
}
