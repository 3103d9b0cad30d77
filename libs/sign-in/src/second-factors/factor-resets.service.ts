import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { assertAdministrator, assertOwner, Audit, isOwner, Users } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { FactorMails } from '../factor-mails/factor-mails.service';
import { RecoveryCodes } from './recovery-codes.service';
import { SecondFactorRepository } from './second-factor.repository';

/** What administrators and operators do for users who have lost a factor. */
@Injectable()
export class FactorResets {
  constructor(
    private readonly rows: SecondFactorRepository,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly users: Users,
    private readonly mails: FactorMails,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The number of factors of each user who has one.
   * @throws MustBeAdministrator
   */
  async counts(actor: Actor): Promise<{ userId: UserId; count: number }[]> {
    assertAdministrator(actor);
    return this.rows.counts(actor.organizationId);
  }

  /**
   * Only owners may do it for owners.
   * @throws MustBeAdministrator, MustBeOwner, UserIsUnknown
   */
  async assertMayRemove(actor: Actor, userId: number): Promise<void> {
    assertAdministrator(actor);
    const { role } = await this.users.get(actor.organizationId, userId);
    if (isOwner(role)) assertOwner(actor);
  }

  /** Removes all factors and recovery codes of a user. Returns the number of factors that were set up. */
  remove(organizationId: OrganizationId, userId: number): Promise<number> {
    return this.transactions.run([lock.user(userId as UserId)], async () => {
      const { id } = await this.users.get(organizationId, userId);
      const removed = await this.rows.removeAll(id);
      await this.recoveryCodes.removeAll(id);
      if (removed.length === 0) return 0;
      this.audit.record({
        organizationId,
        action: 'removed_second_factors',
        object: { type: 'user', id },
        before: { second_factor_ids: removed },
      });
      await this.mails.tell({ id, organizationId }, { what: 'removedByOthers' });
      return removed.length;
    });
  }
}
