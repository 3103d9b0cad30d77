import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { GroupMemberIsInvalid } from '../permissions/user-group.errors';
import { Users } from '../users/users.service';

/** Who can be put into groups, and taken out of them: active accounts and bots, the server's own not. */
@Injectable()
export class GroupCandidates {
  constructor(private readonly users: Users) {}

  /**
   * Each once, in the given order.
   * @throws GroupMemberIsInvalid
   */
  async of(organizationId: OrganizationId, ids: readonly number[]): Promise<UserId[]> {
    const known = await this.users.byIds(organizationId, ids);
    for (const id of ids) {
      const user = known.get(id as UserId);
      if (!user?.isActive || user.isSystemBot) throw new GroupMemberIsInvalid(id);
    }
    return [...new Set(ids as readonly UserId[])];
  }
}
