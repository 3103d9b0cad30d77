import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { LastOwnerMustStay } from '../records/account.errors';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { isOwner } from '../roles/role';
import { AccountActivity } from './account-activity.service';
import { AccountStates } from './account-states.service';

/** Accounts that a company directory deactivates and reactivates. Which accounts those are is decided before. */
@Injectable()
export class DirectoryAccounts {
  constructor(
    private readonly rows: UserRepository,
    private readonly activity: AccountActivity,
    private readonly states: AccountStates,
  ) {}

  /** Runs `work` in a transaction that may call `setActive`. @throws UserIsUnknown */
  during<R>(organizationId: OrganizationId, userId: UserId, work: (user: User) => Promise<R>): Promise<R> {
    return this.activity.during(organizationId, userId, work);
  }

  /**
   * Deactivates or reactivates the account; does nothing if it is so already. Sessions, keys and queues end on every
   * node. No mail is sent.
   * @param user as `during` has read it
   * @throws LastOwnerMustStay
   */
  async setActive(user: User, isActive: boolean): Promise<void> {
    if (user.isActive === isActive) return;
    if (isActive) return void (await this.states.reopen(user, null));
    const isLastOwner = isOwner(user.role) && (await this.rows.countActiveOwners(user.organizationId)) === 1;
    if (isLastOwner) throw new LastOwnerMustStay();
    await this.activity.close(user, { actorId: null, comment: null });
  }
}
