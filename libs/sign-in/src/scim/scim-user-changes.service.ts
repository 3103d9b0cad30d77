import {
  DirectoryAccounts,
  isAdministrator,
  Organizations,
  User,
  UserAddresses,
  UserNames,
  UserRoles,
  Users,
} from '@app/identity';
import type { UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { givesOut, IdentityProvider } from '../providers/identity-provider';
import { ScimGroupChanges } from './scim-group-changes.service';
import { ScimObjectRepository, ScimUserObject } from './scim-object.repository';
import { assertMatches } from './protocol/scim-resources';
import { isOfOtherRole, ScimUser, userOf } from './scim-user';
import { nameIsTaken, roleFor, storedUser } from './scim-users.service';
import { invalidValue, resourceIsUnknown } from './protocol/scim.errors';
import type { Resource } from './protocol/scim-values';

/** Changes of people by the provider that wrote them. Each is one transaction. */
@Injectable()
export class ScimUserChanges {
  constructor(
    private readonly rows: ScimObjectRepository,
    private readonly users: Users,
    private readonly accounts: DirectoryAccounts,
    private readonly names: UserNames,
    private readonly addresses: UserAddresses,
    private readonly roles: UserRoles,
    private readonly organizations: Organizations,
    private readonly groups: ScimGroupChanges,
  ) {}

  /**
   * Applies what differs from what the provider said before: people may have other names here. A deactivation ends
   * sessions, keys and queues on every node. Only an account that the provider has deactivated is reactivated.
   * @param decide the new resource, by the present one
   * @throws ScimError, LastOwnerMustStay, FullNameIsTaken, EmailIsTaken, and what addresses and names may not be
   */
  async change(
    provider: IdentityProvider,
    userId: UserId,
    condition: string | null,
    decide: (present: Resource) => ScimUser,
  ): Promise<void> {
    await this.accounts.during(provider.organizationId, userId, async (account) => {
      const object = await this.present(provider, userId);
      assertMatches(condition, object.version);
      const wanted = decide({ ...object.resource, active: account.isActive });
      await this.apply(provider, object, account, wanted);
    });
  }

  /** As `change`, for an account that becomes the provider's, or does so again: everything is applied. */
  async takeOver(provider: IdentityProvider, userId: UserId, wanted: ScimUser): Promise<void> {
    await this.groups.leaveAll(provider, userId); // where a deletion was interrupted
    await this.accounts.during(provider.organizationId, userId, async (account) => {
      const object = await this.rows.ofUser(provider.id, userId);
      if (!object) throw resourceIsUnknown(String(userId));
      await this.apply(provider, { ...object, resource: {} }, account, wanted);
    });
  }

  /** Deactivates the account, forgets the person, and takes the account out of the provider's groups. @throws ScimError, LastOwnerMustStay */
  async remove(provider: IdentityProvider, userId: UserId, condition: string | null): Promise<void> {
    await this.accounts.during(provider.organizationId, userId, async (account) => {
      const object = await this.present(provider, userId);
      assertMatches(condition, object.version);
      await this.accounts.setActive(account, false);
      await this.rows.remove(provider.id, object, account.isActive || object.deactivatedAt !== null);
    });
    await this.groups.leaveAll(provider, userId);
  }

  private async present(provider: IdentityProvider, userId: UserId): Promise<ScimUserObject> {
    const object = await this.rows.ofUser(provider.id, userId);
    if (!object || object.deletedAt !== null) throw resourceIsUnknown(String(userId));
    return object;
  }

  private async apply(
    provider: IdentityProvider,
    object: ScimUserObject,
    account: User,
    wanted: ScimUser,
  ): Promise<void> {
    const stored = storedUser(wanted);
    if (await this.rows.isNameTaken(provider.id, stored.nameKey, account.id)) throw nameIsTaken();
    const former = Object.keys(object.resource).length === 0 ? null : userOf(object.resource);
    const { organizationId, id } = account;
    const now = () => this.users.get(organizationId, id);
    if (former?.fullName !== wanted.fullName)
      await this.names.rename(await this.organizations.current(organizationId), account, wanted.fullName);
    if (former?.address !== wanted.address) {
      assertMayMove(provider, account, wanted.address);
      await this.addresses.change(await now(), wanted.address);
    }
    const role = roleFor(provider, wanted);
    if (former?.role !== role && isOfOtherRole(account.role, role)) await this.roles.set(organizationId, id, role);
    const isDeactivated = await this.setActivity(object, await now(), wanted.isActive);
    await this.rows.update(provider.id, object, { ...stored, isDeactivated });
  }

  /** Whether the account is one that the provider has deactivated. */
  private async setActivity(object: ScimUserObject, account: User, isActive: boolean): Promise<boolean> {
    const isOurs = object.deactivatedAt !== null;
    if (!isActive) {
      await this.accounts.setActive(account, false);
      return isOurs || account.isActive;
    }
    if (isOurs) await this.accounts.setActive(account, true);
    return false;
  }
}

/**
 * Mail to the address of an account opens it, so an account with rights over others moves only within the company.
 * @throws ScimError
 */
function assertMayMove(provider: IdentityProvider, account: User, address: string): void {
  const isSame = account.deliveryEmail.toLowerCase() === address.toLowerCase();
  if (isSame || !isAdministrator(account.role) || givesOut(provider, address)) return;
  throw invalidValue('The address of an owner or administrator changes only within the domains of the provider');
}
