import {
  AddressRules,
  type Invitation,
  ExternalInvitations,
  NewcomerLocks,
  NewUsers,
  Organizations,
  User,
} from '@app/identity';
import type { Lock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { domainOf, IdentityProvider } from '../providers/identity-provider';
import { NoAccountForPerson } from './account.errors';
import type { ExternalPerson } from './external-person';

/** What the transaction of a new account needs to know before it begins. */
export interface Newcomers {
  /** Beside the organization's. */
  readonly locks: readonly Lock[];
  /** `null`: no user has invited the person. */
  readonly invitation: Invitation | null;
}

/** Makes accounts for people of a provider. They have no password here. */
@Injectable()
export class ExternalNewcomers {
  constructor(
    private readonly newUsers: NewUsers,
    private readonly invited: ExternalInvitations,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly addresses: AddressRules,
    private readonly organizations: Organizations,
  ) {}

  /** Read before the transaction, and once more inside it. */
  async expect({ organizationId, settings }: IdentityProvider, { address }: ExternalPerson): Promise<Newcomers> {
    const isAsked = settings.jit && address !== null;
    const invitation = isAsked ? await this.invited.invitationOf(organizationId, address) : null;
    const locks = await this.newcomerLocks.of(organizationId);
    return { locks: invitation ? [...locks, ...this.invited.locksOf(invitation)] : locks, invitation };
  }

  /** @throws NoAccountForPerson for a person who gets no account, EmailIsNotAdmitted */
  async assertAdmits(
    { organizationId, settings }: IdentityProvider,
    email: string,
    expected: Newcomers,
  ): Promise<void> {
    const { jit, invited_only: isForInvited = false, domains } = settings;
    if (!jit) throw new NoAccountForPerson('no_account');
    if (domains.length > 0 && !domains.includes(domainOf(email))) throw new NoAccountForPerson('foreign_domain');
    if (isForInvited && !expected.invitation) throw new NoAccountForPerson('no_invitation');
    await this.addresses.assertAdmits(await this.organizations.current(organizationId), email);
  }

  /**
   * The caller's transaction holds the locks of `expect` and the organization's.
   * @throws EmailIsNotAdmitted, and what `NewUsers` throws
   */
  admit(provider: IdentityProvider, person: ExternalPerson, email: string, { invitation }: Newcomers): Promise<User> {
    return invitation ? this.invited.accept(invitation, { ...person, email }) : this.make(provider, person, email);
  }

  /**
   * The caller's transaction holds the locks of a new account.
   * @throws EmailIsNotAdmitted, and what `NewUsers` throws
   */
  async make({ organizationId }: IdentityProvider, { fullName, role }: ExternalPerson, email: string): Promise<User> {
    await this.addresses.assertAdmits(await this.organizations.current(organizationId), email);
    return this.newUsers.create({ organizationId, email, fullName, passwordHash: null, role: role ?? undefined });
  }
}
