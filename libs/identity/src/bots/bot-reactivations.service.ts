import type { UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../credentials/api-keys.service';
import type { User } from '../records/user';
import { Users } from '../users/users.service';
import { KEY_OF_BOT } from './bot-keys.service';
import { BotNames } from './bot-names.service';
import { BotOwners } from './bot-owners.service';
import { BotRoles } from './bot-roles.service';
import { BotClientEvents } from './bots.client-events';
import { NewBotRules } from './new-bot-rules.service';

/** Reactivates bots. */
@Injectable()
export class BotReactivations {
  constructor(
    private readonly rules: NewBotRules,
    private readonly names: BotNames,
    private readonly owners: BotOwners,
    private readonly roles: BotRoles,
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly clients: BotClientEvents,
  ) {}

  /**
   * Reactivates a bot with a new key. The caller must be permitted to create it, its name must be free, and its owner
   * must be active.
   * @throws MustNotBeGuest, BotCreationIsNotPermitted, BotNameIsTaken
   */
  async takeBack(bot: User, actorId: UserId | null): Promise<void> {
    const { organizationId } = bot;
    if (actorId !== null) await this.rules.assertMayCreate(await this.users.get(organizationId, actorId), bot.botType);
    await this.names.assertFree(organizationId, bot.fullName, bot.id);
    const owner = await this.owners.of(bot);
    if (!owner?.isActive && actorId !== null) await this.owners.change(bot, actorId, true);
    await this.roles.confine(bot);
    const key = await this.keys.issue(bot, KEY_OF_BOT);
    const current = await this.users.get(organizationId, bot.id);
    await this.clients.tellChange(current, { is_active: true });
    await this.clients.tellChange(current, { api_key: key });
  }
}
