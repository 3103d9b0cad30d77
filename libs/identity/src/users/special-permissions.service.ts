import type { OrganizationId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { SpecialPermission } from '../roles/special-permission';
import { UserRepository } from '../records/user.repository';
import { Audit } from '../audit/audit.service';

/** Permissions that the operator grants to single accounts, independently of the role. */
@Injectable()
export class SpecialPermissions {
  constructor(
    private readonly users: UserRepository,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  of(userId: UserId): Promise<SpecialPermission[]> {
    return this.users.specialPermissions(userId);
  }

  /** Users who have special permissions, by id. */
  async holders(organizationId: OrganizationId): Promise<Map<UserId, SpecialPermission[]>> {
    const rows = await this.users.listSpecialPermissions(organizationId);
    return new Map(rows.map(({ id, special }) => [id, special]));
  }

  grant(organizationId: OrganizationId, userId: UserId, permission: SpecialPermission): Promise<void> {
    return this.change(organizationId, userId, 'granted', (held) => [...new Set([...held, permission])]);
  }

  revoke(organizationId: OrganizationId, userId: UserId, permission: SpecialPermission): Promise<void> {
    return this.change(organizationId, userId, 'revoked', (held) => held.filter((one) => one !== permission));
  }

  private change(
    organizationId: OrganizationId,
    userId: UserId,
    action: 'granted' | 'revoked',
    next: (held: SpecialPermission[]) => SpecialPermission[],
  ): Promise<void> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const before = await this.users.specialPermissions(userId);
      const after = next(before);
      if (after.length === before.length) return;
      await this.users.updateSpecialPermissions(userId, after);
      this.audit.record({
        organizationId,
        action,
        object: { type: 'user', id: userId },
        before: { special_permissions: before },
        after: { special_permissions: after },
      });
    });
  }
}
