import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Passwords } from '../passwords/passwords.service';
import type { Organization } from '../records/organization';
import type { User } from '../records/user';
import { NewcomerLocks } from '../user-changes/newcomer-locks.service';
import { checkedFullName } from '../users/full-name';
import { Users } from '../users/users.service';
import { InvitationChannels } from './invitation-channels.port';
import { InvitationTickets } from './invitation-tickets.service';
import { InvitedAccounts } from './invited-accounts.service';

export interface Newcomer {
  fullName: string;
  password: string;
}

/** Creates the accounts of users who open a mailed link: an invitation, or the confirmation of a sign-up. */
@Injectable()
export class AccountActivation {
  constructor(
    private readonly tickets: InvitationTickets,
    private readonly accounts: InvitedAccounts,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly channels: InvitationChannels,
    private readonly newcomerLocks: NewcomerLocks,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates the account. If several requests use one link at the same time, one succeeds.
   * @throws ConfirmationIsInvalid, FullNameIsInvalid, PasswordIsTooWeak, EmailIsTaken, EmailIsNotAdmitted
   */
  async accept(organization: Organization, token: string, { fullName: given, password }: Newcomer): Promise<User> {
    const { email, invitation } = await this.tickets.look(organization, token);
    const fullName = checkedFullName(given);
    await this.users.assertEmailIsFree(organization.id, email);
    const passwordHash = await this.passwords.hashChecked(password, { email, fullName });
    const own = invitation ? this.channels.locksOf(invitation.channelIds) : [];
    return this.transactions.runWhenStable({
      resolve: () => this.newcomerLocks.of(organization.id),
      locksOf: (ofNewcomer) => [lock.organization(organization.id), ...own, ...ofNewcomer],
      work: async () => {
        const ticket = await this.tickets.take(organization.id, token);
        return this.accounts.open(organization.id, ticket, fullName, passwordHash);
      },
    });
  }
}
