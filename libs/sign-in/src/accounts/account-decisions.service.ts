import { AccountIsDeactivated, isAdministrator, User, UserIsUnknown, Users } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { givesOut, IdentityProvider } from '../providers/identity-provider';
import { NoAccountForPerson } from './account.errors';
import { ExternalIdentityRepository } from './external-identity.repository';
import { ExternalNewcomers, type Newcomers } from './external-newcomers.service';
import type { ExternalPerson } from './external-person';

/** Which account a person of a provider gets: the one that the provider knows, one with the same address, or a new one. */
export type AccountDecision =
  { readonly how: 'known' | 'address'; readonly user: User } | { readonly how: 'new'; readonly address: string };

/** Decides which account a person gets, and writes nothing. No address decides who the user is. */
@Injectable()
export class AccountDecisions {
  constructor(
    private readonly rows: ExternalIdentityRepository,
    private readonly users: Users,
    private readonly newcomers: ExternalNewcomers,
  ) {}

  /** @throws NoAccountForPerson, AccountIsDeactivated, EmailIsNotAdmitted */
  async of(provider: IdentityProvider, person: ExternalPerson, expected: Newcomers): Promise<AccountDecision> {
    const known = await this.rows.userOf(provider.id, person.subject);
    if (known !== null) {
      const user = await this.users.get(provider.organizationId, known);
      if (!user.isActive) throw new AccountIsDeactivated();
      return { how: 'known', user };
    }
    const { address, isVerified } = person;
    if (address === null) throw new NoAccountForPerson('no_address', provider.name);
    if (!isVerified) throw new NoAccountForPerson('unverified_address', provider.name);
    const holder = await this.holderOf(provider, address);
    if (holder) {
      await this.assertMayLink(provider, holder);
      return { how: 'address', user: holder };
    }
    await this.newcomers.assertAdmits(provider, address, expected);
    return { how: 'new', address };
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
    throw new NoAccountForPerson('taken_address');
  }
}
