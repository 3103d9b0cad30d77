import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service';
import { MustBeAdministrator } from '../errors';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { isGuest } from '../roles/role';
import { UserClientEvents } from '../user-changes/users.client-events';
import { BotOwnerIsInvalid } from './bot.errors';
import { BotRepository } from './bot.repository';
import { BotClientEvents } from './bots.client-events';

/** The users to whom bots belong. */
@Injectable()
export class BotOwners {
  constructor(
    private readonly rows: UserRepository,
    private readonly bots: BotRepository,
    private readonly userClients: UserClientEvents,
    private readonly clients: BotClientEvents,
    private readonly audit: Audit,
  ) {}

  /** `null`: the bot has no owner. */
  async of({ organizationId, botOwnerId }: User): Promise<User | null> {
    return botOwnerId === null ? null : this.rows.find(organizationId, botOwnerId);
  }

  /**
   * An owner can act as the bot. So only administrators may give a user a bot with a stronger role than the user's.
   * @throws BotOwnerIsInvalid, MustBeAdministrator
   */
  async change(bot: User, ownerId: number, mayGiveMore: boolean): Promise<void> {
    const { organizationId, id } = bot;
    if (ownerId === bot.botOwnerId) return;
    const owner = await this.rows.find(organizationId, ownerId);
    if (!owner?.isActive || owner.isBot || isGuest(owner.role)) throw new BotOwnerIsInvalid();
    if (bot.role < owner.role && !mayGiveMore) throw new MustBeAdministrator();
    await this.bots.changeOwner(id, owner.id);
    this.audit.record({
      organizationId,
      action: 'changed_owner',
      object: { type: 'user', id },
      before: { bot_owner_id: bot.botOwnerId },
      after: { bot_owner_id: owner.id },
    });
    const given = { ...bot, botOwnerId: owner.id };
    await this.clients.tellManagersChanged(bot, given);
    await this.userClients.tellChange(given, { bot_owner_id: owner.id });
  }
}
