import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isAdministrator, isOwner, ROLE } from '../roles/role';
import { AccountMails } from '../confirmations/account-mails.service';
import { Users } from '../users/users.service';
import { Confirmations } from '../confirmations/confirmations.service';
import { Invitations } from './invitations.service';
import { Organizations } from '../organizations/organizations.service';

/** Weaker than every role, so that all invitations are removed. */
const EVERY_ROLE = 1_000;

/** Updates invitations and links when users join, leave or get weaker roles, and mails deactivated users. */
@Injectable()
export class LinkEventHandlers {
  constructor(
    private readonly invitations: Invitations,
    private readonly confirmations: Confirmations,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly mails: AccountMails,
  ) {}

  /** A user with an account needs no invitation, however the account was created. */
  @OnDomainEvent('UsersCreated', 'identity')
  async usersCreated({ organizationId, userIds, areBots }: DomainEvents['UsersCreated']): Promise<void> {
    if (areBots) return;
    const users = await this.users.byIds(organizationId, userIds);
    const emails = [...users.values()].map(({ deliveryEmail }) => deliveryEmail);
    await this.invitations.settle(organizationId, emails);
  }

  @OnDomainEvent('UserDeactivated', 'identity')
  async userDeactivated({ organizationId, userId, isBot, comment }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.invitations.withdraw(organizationId, userId, EVERY_ROLE);
    await this.confirmations.revoke(organizationId, userId, ['password_reset', 'email_change']);
    if (isBot || comment === null) return;
    const user = await this.users.get(organizationId, userId);
    await this.mails.wasDeactivated(await this.organizations.current(organizationId), user.deliveryEmail, comment);
  }

  /** Removes invitations to more than the new role may grant. Guests may not invite. */
  @OnDomainEvent('UserRoleChanged', 'identity')
  async userRoleChanged({ organizationId, userId, to }: DomainEvents['UserRoleChanged']): Promise<void> {
    if (isOwner(to)) return;
    const weakest = isAdministrator(to) ? ROLE.administrator : to === ROLE.guest ? EVERY_ROLE : ROLE.member;
    await this.invitations.withdraw(organizationId, userId, weakest);
  }
}
