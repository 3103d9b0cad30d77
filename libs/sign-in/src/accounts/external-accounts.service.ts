import { Audit, ExternalProfileValues, isOwner, User, UserRoles } from '@app/identity';
import { DomainError } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';
import { AccountDecisions } from './account-decisions.service';
import { ExternalNewcomers, type Newcomers } from './external-newcomers.service';
import { ExternalIdentityRepository } from './external-identity.repository';
import { ExternalMemberships } from './external-memberships.port';
import { ExternalPerson, highestRole } from './external-person';

/** Finds, links or makes the account of a person whom a provider has named, and brings it into line with the person. */
@Injectable()
export class ExternalAccounts {
  constructor(
    private readonly rows: ExternalIdentityRepository,
    private readonly decisions: AccountDecisions,
    private readonly newcomers: ExternalNewcomers,
    private readonly memberships: ExternalMemberships,
    private readonly roles: UserRoles,
    private readonly profileValues: ExternalProfileValues,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @throws what `AccountDecisions` throws, and what new accounts may not have */
  async of(provider: IdentityProvider, person: ExternalPerson): Promise<User> {
    const { organizationId } = provider;
    const user = await this.transactions.runWhenStable({
      resolve: () => this.newcomers.expect(provider, person),
      locksOf: ({ locks }) => [lock.organization(organizationId), ...locks],
      work: (expected) => this.found(provider, person, expected),
    });
    const withRole = await this.withRole(provider, user, person);
    await this.memberships.keep(provider, withRole, person.groups);
    if (person.fields) await this.profileValues.apply(organizationId, new Map([[user.id, person.fields]]));
    return withRole;
  }

  private async found(provider: IdentityProvider, person: ExternalPerson, expected: Newcomers): Promise<User> {
    const decision = await this.decisions.of(provider, person, expected);
    if (decision.how === 'known') {
      await this.rows.noteLogin(provider.id, person.subject, person.address);
      return decision.user;
    }
    const isNew = decision.how === 'new';
    const user = isNew ? await this.newcomers.admit(provider, person, decision.address, expected) : decision.user;
    await this.rows.insert(provider.id, person.subject, user.id, person.address);
    this.audit.record({
      organizationId: provider.organizationId,
      actorId: user.id,
      action: 'linked',
      object: { type: 'user', id: user.id },
      after: { provider_id: provider.id, subject: person.subject, rule: decision.how },
    });
    return user;
  }

  /** The strongest role that the claim and the groups mean. Owners keep their role, and no provider makes owners. */
  private async withRole(provider: IdentityProvider, user: User, person: ExternalPerson): Promise<User> {
    const role = highestRole([person.role, ...(await this.memberships.rolesOf(provider, person.groups))]);
    if (role === null || role === user.role || isOwner(user.role)) return user;
    try {
      return await this.roles.set(user.organizationId, user.id, role);
    } catch (error) {
      if (error instanceof DomainError) return user;
      throw error;
    }
  }
}
