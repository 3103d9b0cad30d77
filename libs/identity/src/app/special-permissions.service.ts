import type { OrganizationId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { SpecialPermission } from '../domain/special-permission';
import { UserRepository } from '../store/user.repository';

/** What the operator gives to single accounts, whatever their role. */
@Injectable()
export class SpecialPermissions {
  constructor(
    private readonly users: UserRepository,
    private readonly transactions: Transactions,
  ) {}

  of(userId: UserId): Promise<SpecialPermission[]> {
    return this.users.specialPermissions(userId);
  }

  /** Whoever has any, by user id. */
  async holders(organizationId: OrganizationId): Promise<Map<UserId, SpecialPermission[]>> {
    const rows = await this.users.listSpecialPermissions(organizationId);
    return new Map(rows.map(({ id, special }) => [id, special]));
  }

  grant(organizationId: OrganizationId, userId: UserId, permission: SpecialPermission): Promise<void> {
    return this.change(organizationId, userId, (held) => [...new Set([...held, permission])]);
  }

  revoke(organizationId: OrganizationId, userId: UserId, permission: SpecialPermission): Promise<void> {
    return this.change(organizationId, userId, (held) => held.filter((one) => one !== permission));
  }

  private change(
    organizationId: OrganizationId,
    userId: UserId,
    next: (held: SpecialPermission[]) => SpecialPermission[],
  ): Promise<void> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      await this.users.updateSpecialPermissions(userId, next(await this.users.specialPermissions(userId)));
    });
  }
}
