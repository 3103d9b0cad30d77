import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Users } from '../users/users.service';
import { ApiKeys } from '../credentials/api-keys.service';
import { botAvatarUrl } from '../bots/bot-object.client-events';
import { BotClientEvents } from '../bots/bots.client-events';
import { BotReactivations } from '../bots/bot-reactivations.service';
import { BotRoles } from '../bots/bot-roles.service';
import { Sessions } from '../credentials/sessions.service';

/** Ends or updates sessions, keys and bots when accounts are deactivated, reactivated or renamed, or change roles. */
@Injectable()
export class CredentialsEventHandlers {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
    private readonly botReactivations: BotReactivations,
    private readonly botRoles: BotRoles,
    private readonly clients: BotClientEvents,
  ) {}

  @OnDomainEvent('UserDeactivated', 'identity')
  async userDeactivated({ organizationId, userId, isBot }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.sessions.endOf(organizationId, userId);
    await this.keys.endOf(organizationId, userId);
    if (!isBot) return;
    const bot = await this.users.get(organizationId, userId);
    if (!bot.isSystemBot) await this.clients.tellChange(bot, { is_active: false });
  }

  @OnDomainEvent('UserReactivated', 'identity')
  async userReactivated({ organizationId, userId, actorId, isBot }: DomainEvents['UserReactivated']): Promise<void> {
    // Also revokes keys of accounts that an older version deactivated, which left the keys valid.
    await this.keys.endOf(organizationId, userId);
    if (isBot) await this.botReactivations.takeBack(await this.users.get(organizationId, userId), actorId);
  }

  @OnDomainEvent('UserChanged', 'identity')
  async userChanged({ organizationId, userId, after }: DomainEvents['UserChanged']): Promise<void> {
    const user = await this.users.get(organizationId, userId);
    if (!user.isBot || user.isSystemBot) return;
    if (after.fullName !== undefined) await this.clients.tellChange(user, { full_name: after.fullName });
    // The picture may come from a service that finds it by the address.
    if (after.email !== undefined)
      await this.clients.tellChange(user, { email: after.email, avatar_url: botAvatarUrl(user) });
  }

  @OnDomainEvent('UserRoleChanged', 'identity')
  async userRoleChanged({ organizationId, userId, from, to }: DomainEvents['UserRoleChanged']): Promise<void> {
    const user = await this.users.get(organizationId, userId);
    if (user.isBot) return this.clients.tellManagersChanged({ ...user, role: from }, user);
    await this.clients.tellRole(user, from, to);
    if (to > from) await this.botRoles.weaken(organizationId, userId, to);
  }
}
