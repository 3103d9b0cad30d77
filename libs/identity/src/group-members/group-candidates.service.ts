import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { GroupMemberIsInvalid } from '../permissions/user-group.errors';
import { Users } from '../users/users.service';

/** The users who can be members of groups: active users and bots, except system bots. */
@Injectable()
export class GroupCandidates {
  constructor(private readonly users: Users) {}

  /**
   * Each id once, in the given order.
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
