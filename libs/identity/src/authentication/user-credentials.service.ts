import type { OrganizationId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertAdministrator, assertOwner } from '../permissions/access';
import { isOwner } from '../roles/role';
import { Users } from '../users/users.service';

/** Whose sessions and keys an administrator looks after. */
@Injectable()
export class UserCredentials {
  constructor(private readonly users: Users) {}

  /**
   * The account, if the actor may see and end its sessions and keys. Those of owners are for owners alone.
   * @throws MustBeAdministrator, UserIsUnknown, MustBeOwner
   */
  async of(actor: Actor, userId: number): Promise<{ organizationId: OrganizationId; userId: UserId }> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    const { id, role } = await this.users.get(organizationId, userId);
    if (isOwner(role)) assertOwner(actor);
    return { organizationId, userId: id };
  }
}
