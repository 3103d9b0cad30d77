import type { Role, User } from '@app/identity';
import { Injectable } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';

/** What this noun needs from links between groups of providers and groups here. */
interface Links {
  /** The roles that the groups mean. */
  rolesOf(provider: IdentityProvider, groups: readonly string[]): Promise<readonly Role[]>;
  /** Puts the account into the linked user groups of `groups`, and takes it out of the other groups of the provider. */
  keep(provider: IdentityProvider, user: User, groups: readonly string[]): Promise<void>;
}

/** The groups of a person at a provider, and what they mean here. The noun of the links registers in `onModuleInit`. */
@Injectable()
export class ExternalMemberships {
  private links: Links | null = null;

  keptBy(links: Links): void {
    this.links = links;
  }

  async rolesOf(provider: IdentityProvider, groups: readonly string[] | null): Promise<readonly Role[]> {
    return this.links === null || groups === null ? [] : this.links.rolesOf(provider, groups);
  }

  /** `null`: the provider says nothing of groups, and memberships stay. */
  async keep(provider: IdentityProvider, user: User, groups: readonly string[] | null): Promise<void> {
    if (groups !== null) await this.links?.keep(provider, user, groups);
  }
}
