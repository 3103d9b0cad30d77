import { isAdministrator, NewcomerLocks, User, UserIsUnknown, Users } from '@app/identity';
import type { UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ExternalNewcomers } from '../accounts/external-newcomers.service';
import { givesOut, IdentityProvider } from '../providers/identity-provider';
import { ListQuery, pageOf } from './protocol/scim-list';
import { IndexedSearch, ScimObjectRepository, ScimUserObject } from './scim-object.repository';
import { numberIn, requiredText, ScimResource, shown } from './protocol/scim-resources';
import type { ScimUser } from './scim-user';
import { resourceIsUnknown, ScimError } from './protocol/scim.errors';

/** The people whom a provider has written, and new ones. */
@Injectable()
export class ScimUsers {
  constructor(
    private readonly rows: ScimObjectRepository,
    private readonly users: Users,
    private readonly newcomers: ExternalNewcomers,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly transactions: Transactions,
  ) {}

  /** Searches for a user name, an external id or an id read one row; others read all people of the provider. */
  async list(
    provider: IdentityProvider,
    query: ListQuery,
    base: string,
  ): Promise<{ total: number; page: ScimResource[] }> {
    const objects = await this.rows.users(provider.id, narrowedBy(query));
    const accounts = await this.users.byIds(
      provider.organizationId,
      objects.map(({ userId }) => userId),
    );
    return pageOf(
      objects.map((object) => shownUser(object, accounts.get(object.userId)!, base)),
      query,
    );
  }

  /** @throws ScimError */
  async get(provider: IdentityProvider, id: string, base: string): Promise<ScimResource> {
    const number = numberIn(id);
    const object = number === null ? null : await this.rows.ofUser(provider.id, number);
    if (!object || object.deletedAt !== null) throw resourceIsUnknown(id);
    return shownUser(object, await this.users.get(provider.organizationId, object.userId), base);
  }

  /**
   * Makes an account. One that the provider has deleted comes back. One with the same address that the provider may
   * link (`link_by_address`) becomes the provider's. Returns its id, and whether it was there before.
   * @throws ScimError if the name or the address is taken, EmailIsNotAdmitted, and what `NewUsers` throws
   */
  create(provider: IdentityProvider, user: ScimUser): Promise<{ userId: UserId; wasThere: boolean }> {
    const { organizationId } = provider;
    return this.transactions.runWhenStable({
      resolve: () => this.newcomerLocks.of(organizationId),
      locksOf: (ofNewcomer) => [lock.organization(organizationId), ...ofNewcomer],
      work: () => this.made(provider, user),
    });
  }

  private async made(provider: IdentityProvider, user: ScimUser): Promise<{ userId: UserId; wasThere: boolean }> {
    const stored = storedUser(user);
    if (await this.rows.isNameTaken(provider.id, stored.nameKey, null)) throw nameIsTaken();
    const holder = await this.holderOf(provider, user.address);
    if (holder) {
      const known = await this.rows.ofUser(provider.id, holder.id);
      if (known?.deletedAt === null || (!known && !mayLink(provider, holder))) throw addressIsTaken();
      if (!known) await this.rows.insert(provider.id, { userId: holder.id, groupId: null }, stored);
      return { userId: holder.id, wasThere: true };
    }
    const person = { ...user, subject: '', isVerified: true, groups: null, role: roleFor(provider, user) };
    const { id } = await this.newcomers.make(provider, person, user.address);
    await this.rows.insert(provider.id, { userId: id, groupId: null }, stored);
    return { userId: id, wasThere: false };
  }

  private async holderOf({ organizationId }: IdentityProvider, address: string): Promise<User | null> {
    try {
      return await this.users.byDeliveryEmail(organizationId, address);
    } catch (error) {
      if (error instanceof UserIsUnknown) return null;
      throw error;
    }
  }
}

/** As a login links an account: never a bot, nor an account with rights over others. */
const mayLink = (provider: IdentityProvider, holder: User): boolean =>
  provider.settings.link_by_address &&
  holder.isActive &&
  !holder.isBot &&
  !isAdministrator(holder.role) &&
  givesOut(provider, holder.deliveryEmail);

/** Roles count only where the owner has named a claim for them. */
export const roleFor = ({ settings }: IdentityProvider, { role }: ScimUser): ScimUser['role'] =>
  typeof settings.role_claim === 'string' ? role : null;

export const storedUser = ({ userName, externalId, resource }: ScimUser) => ({
  nameKey: userName.toLowerCase(),
  externalId,
  resource,
});

export const shownUser = (object: ScimUserObject, { isActive }: User, base: string): ScimResource =>
  shown('User', object.userId, object, { ...object.resource, active: isActive }, base);

function narrowedBy({ filter }: ListQuery): IndexedSearch | null {
  const name = requiredText(filter, 'userName');
  if (name !== null) return { by: 'name', value: name.toLowerCase() };
  const external = requiredText(filter, 'externalId');
  if (external !== null) return { by: 'external', value: external };
  const id = requiredText(filter, 'id');
  return id === null ? null : { by: 'id', value: id };
}

export const nameIsTaken = (): ScimError => new ScimError(409, 'uniqueness', 'The userName is taken');
const addressIsTaken = (): ScimError =>
  new ScimError(409, 'uniqueness', 'There is an account with this address, which is not this provider’s');
