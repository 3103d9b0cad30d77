import { AddressRules, NewUsers, Organizations, User } from '@app/identity';
import { Injectable } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';
import type { ExternalPerson } from './external-person';

/** Makes accounts for people of a provider. They have no password here. */
@Injectable()
export class ExternalNewcomers {
  constructor(
    private readonly newUsers: NewUsers,
    private readonly addresses: AddressRules,
    private readonly organizations: Organizations,
  ) {}

  /**
   * The caller's transaction holds the locks of a new account.
   * @throws EmailIsNotAdmitted, and what `NewUsers` throws
   */
  async make({ organizationId }: IdentityProvider, { fullName, role }: ExternalPerson, email: string): Promise<User> {
    await this.addresses.assertAdmits(await this.organizations.current(organizationId), email);
    return this.newUsers.create({ organizationId, email, fullName, passwordHash: null, role: role ?? undefined });
  }
}
