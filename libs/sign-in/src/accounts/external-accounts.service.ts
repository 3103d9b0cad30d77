import {
  AccountIsDeactivated,
  Audit,
  isAdministrator,
  isOwner,
  NewcomerLocks,
  User,
  UserIsUnknown,
  UserRoles,
  Users,
} from '@app/identity';
import { DomainError } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { givesOut, IdentityProvider } from '../providers/identity-provider';
import { NobodyHere } from './account.errors';
import { ExternalNewcomers } from './external-newcomers.service';
import { ExternalIdentityRepository } from './external-identity.repository';
import { ExternalMemberships } from './external-memberships.port';
import { ExternalPerson, strongest } from './external-person';

/** Finds, links or makes the account of a person whom a provider has named. No address decides who the user is. */
@Injectable()
export class ExternalAccounts {
  constructor(
    private readonly rows: ExternalIdentityRepository,
    private readonly users: Users,
    private readonly newcomers: ExternalNewcomers,
    private readonly memberships: ExternalMemberships,
    private readonly roles: UserRoles,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @throws NobodyHere, AccountIsDeactivated, and what new accounts may not have */
  async of(provider: IdentityProvider, person: ExternalPerson): Promise<User> {
    const { organizationId } = provider;
    const user = await this.transactions.runWhenStable({
      resolve: () => this.newcomerLocks.of(organizationId),
      locksOf: (ofNewcomer) => [lock.organization(organizationId), ...ofNewcomer],
      work: () => this.found(provider, person),
    });
    const withRole = await this.withRole(provider, user, person);
    await this.memberships.keep(provider, withRole, person.groups);
    return withRole;
  }

  private async found(provider: IdentityProvider, person: ExternalPerson): Promise<User> {
    const { id, organizationId } = provider;
    const known = await this.rows.userOf(id, person.subject);
    if (known !== null) {
      const user = await this.users.get(organizationId, known);
      if (!user.isActive) throw new AccountIsDeactivated();
      await this.rows.noteLogin(id, person.subject, person.address);
      return user;
    }
    const { user, action } = await this.linkedOrMade(provider, person);
    await this.rows.insert(id, person.subject, user.id, person.address);
    this.audit.record({
      organizationId,
      actorId: user.id,
      action: 'linked',
      object: { type: 'user', id: user.id },
      after: { provider_id: id, subject: person.subject, rule: action },
    });
    return user;
  }

  private async linkedOrMade(
    provider: IdentityProvider,
    person: ExternalPerson,
  ): Promise<{ user: User; action: 'address' | 'new' }> {
    const { address, isVerified } = person;
    if (address === null) throw new NobodyHere(`${provider.name} gives no e-mail address of yours`);
    if (!isVerified) throw new NobodyHere(`${provider.name} has not verified your e-mail address`);
    const holder = await this.holderOf(provider, address);
    if (holder) {
      await this.assertMayLink(provider, holder);
      return { user: holder, action: 'address' };
    }
    if (!provider.settings.jit) throw new NobodyHere('You have no account here: ask an administrator for one');
    const hasDomains = provider.settings.domains.length > 0;
    if (hasDomains && !givesOut(provider, address))
      throw new NobodyHere('Addresses of that domain get no account here');
    return { user: await this.newcomers.make(provider, person, address), action: 'new' };
  }

  private async holderOf({ organizationId }: IdentityProvider, address: string): Promise<User | null> {
    try {
      return await this.users.byDeliveryEmail(organizationId, address);
    } catch (error) {
      if (error instanceof UserIsUnknown) return null;
      throw error;
    }
  }

  /** An account with rights over others is never given to a person by their address. */
  private async assertMayLink(provider: IdentityProvider, holder: User): Promise<void> {
    const { link_by_address: links } = provider.settings;
    const isOrdinary = !holder.isBot && !isAdministrator(holder.role);
    const isFree = !(await this.rows.isLinked(provider.id, holder.id));
    if (links && isOrdinary && isFree && givesOut(provider, holder.deliveryEmail)) {
      if (!holder.isActive) throw new AccountIsDeactivated();
      return;
    }
    throw new NobodyHere('There is an account with your address already, which is not linked with this login');
  }

  /** The strongest role that the claim and the groups mean. Owners keep their role, and no provider makes owners. */
  private async withRole(provider: IdentityProvider, user: User, person: ExternalPerson): Promise<User> {
    const role = strongest([person.role, ...(await this.memberships.rolesOf(provider, person.groups))]);
    if (role === null || role === user.role || isOwner(user.role)) return user;
    try {
      return await this.roles.set(user.organizationId, user.id, role);
    } catch (error) {
      if (error instanceof DomainError) return user;
      throw error;
    }
  }
}
