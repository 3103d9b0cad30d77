import { single } from '@app/kernel';
import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isGuest } from '../roles/role';
import { UserRepository } from '../records/user.repository';
import { GuestContactChanges } from './guest-contact-changes.service';
import { Organizations } from '../organizations/organizations.service';

/** Updates guest visibility when an account changes. */
@Injectable()
export class GuestContactEventHandlers {
  constructor(
    private readonly users: UserRepository,
    private readonly organizations: Organizations,
    private readonly changes: GuestContactChanges,
  ) {}

  /** Guests may see fewer users than other roles. */
  @OnDomainEvent('UserRoleChanged', 'identity')
  async userRoleChanged({ organizationId, userId, from }: DomainEvents['UserRoleChanged']): Promise<void> {
    const user = single(await this.users.findByIds(organizationId, [userId]));
    await this.changes.roleChanged(await this.organizations.current(organizationId), user, isGuest(from));
  }

  /** The contacts of deactivated users are not stored. */
  @OnDomainEvent('UserReactivated', 'identity')
  async userReactivated({ organizationId, userId }: DomainEvents['UserReactivated']): Promise<void> {
    await this.changes.changed(await this.organizations.current(organizationId), [userId], []);
  }
}
