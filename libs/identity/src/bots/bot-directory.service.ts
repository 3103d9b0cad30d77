import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { BotSettings } from './bot';
import { BotIsStronger, BotIsUnknown } from './bot.errors';
import { isAdministrator } from '../roles/role';
import type { User } from '../records/user';
import { BotRepository } from './bot.repository';
import { UserRepository } from '../records/user.repository';
import { Users } from '../users/users.service';
import { ApiKeys } from '../credentials/api-keys.service';
import { BotChannels } from './bot-channels.port';
import type { KnownBot } from './bot-object.client-events';

/**
 * A user who manages bots. Owners manage their bots; administrators manage bots that have no stronger role than their
 * own.
 */
export type Manager = Pick<Actor, 'userId' | 'organizationId' | 'role' | 'isBot'>;

/**
 * Finds the bots that a user manages. A manager may see the key of a bot and act as it. So a user manages a bot of a
 * stronger role only as its owner, and a bot manages none.
 */
@Injectable()
export class BotDirectory {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly bots: BotRepository,
    private readonly keys: ApiKeys,
    private readonly channels: BotChannels,
  ) {}

  /** @throws BotIsUnknown to who has nothing to do with it, BotIsStronger to administrators */
  async managedBy({ userId, organizationId, role, isBot }: Manager, botId: number): Promise<User> {
    const bot = await this.rows.find(organizationId, botId);
    if (!bot?.isBot || bot.isSystemBot || isBot) throw new BotIsUnknown();
    if (bot.botOwnerId === userId) return bot;
    if (!isAdministrator(role)) throw new BotIsUnknown();
    if (bot.role < role) throw new BotIsStronger();
    return bot;
  }

  /**
   * As `managedBy`, with the current role of the manager, which may have changed while the request waited for a lock.
   * @throws AccountIsDeactivated too
   */
  async managedNow(actor: Actor, botId: number): Promise<{ manager: Manager; bot: User }> {
    const manager = { ...actor, role: (await this.users.acting(actor)).role };
    return { manager, bot: await this.managedBy(manager, botId) };
  }

  /** All bots that the user manages, ascending by id, including deactivated ones. */
  async allManagedBy({ userId, organizationId, role, isBot }: Manager): Promise<KnownBot[]> {
    if (isBot) return [];
    const ids = await this.bots.idsFor(organizationId, userId, isAdministrator(role) ? role : null);
    return this.known(organizationId, await this.usersOf(organizationId, ids));
  }

  /** The active bots of the owner, ascending by id. */
  async ownedBy(organizationId: OrganizationId, ownerId: UserId): Promise<KnownBot[]> {
    return this.known(organizationId, await this.rows.activeBotsOf(organizationId, ownerId));
  }

  /** The given bots, with owner, settings and key. */
  async known(organizationId: OrganizationId, users: readonly User[]): Promise<KnownBot[]> {
    if (users.length === 0) return [];
    const ids = users.map(({ id }) => id);
    const settings = new Map((await this.bots.settingsOf(ids)).map((one) => [one.userId, one]));
    const keys = await this.keys.ofBots(ids);
    const channelNames = await this.channels.namesOf(organizationId, channelIdsIn([...settings.values()]));
    return users.map((user) => {
      const own = settings.get(user.id) ?? withoutDefaults(user.id);
      return { user, settings: own, apiKey: keys.get(user.id) ?? '', channelNames };
    });
  }

  private async usersOf(organizationId: OrganizationId, ids: readonly UserId[]): Promise<User[]> {
    return ids.length === 0 ? [] : this.rows.list(organizationId, ids);
  }
}

/** The settings of a bot for which none are stored. */
const withoutDefaults = (userId: UserId): BotSettings => ({
  userId,
  defaultSendingChannelId: null,
  defaultEventsChannelId: null,
  defaultAllPublicChannels: false,
});

function channelIdsIn(settings: readonly BotSettings[]): ChannelId[] {
  const ids = settings.flatMap((one) => [one.defaultSendingChannelId, one.defaultEventsChannelId]);
  return [...new Set(ids.filter((id) => id !== null))];
}
