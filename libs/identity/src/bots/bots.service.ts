import { single } from '@app/kernel';
import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AccountIsInactive } from '../records/account.errors';
import { BotNameIsTaken, BotOwnerIsInvalid } from './bot.errors';
import { MustBeAdministrator } from '../errors';
import { checkedFullName } from '../users/full-name';
import { isAdministrator, isGuest, Role } from '../roles/role';
import type { User } from '../records/user';
import { BotRepository } from './bot.repository';
import { UserRepository } from '../records/user.repository';
import { assertMayChangeRole } from '../permissions/access';
import { AccountActivity } from '../deactivation/account-activity.service';
import { Users } from '../users/users.service';
import { ApiKeys } from '../credentials/api-keys.service';
import { Audit } from '../audit/audit.service';
import { BotDirectory } from './bot-directory.service';
import type { KnownBot } from './bot-object.client-events';
import { BotSettingChanges, BotSettingsWish } from './bot-settings.service';
import { BotClientEvents } from './bots.client-events';
import { KEY_OF_BOT, NewBots } from './new-bots.service';
import { Organizations } from '../organizations/organizations.service';
import { UserUpdates } from '../profiles/user-updates.service';
import { UserRoles } from '../user-changes/user-roles.service';
import { UserClientEvents } from '../user-changes/users.client-events';

/** The requested changes of a bot; absent fields stay as they are. */
export interface BotWish extends BotSettingsWish {
  fullName?: string;
  ownerId?: number;
  role?: Role;
}

/** Bots: accounts that belong to a user (docs/protocol/users.md). */
@Injectable()
export class Bots {
  constructor(
    private readonly rows: UserRepository,
    private readonly bots: BotRepository,
    private readonly newBots: NewBots,
    private readonly directory: BotDirectory,
    private readonly settings: BotSettingChanges,
    private readonly activity: AccountActivity,
    private readonly users: Users,
    private readonly roles: UserRoles,
    private readonly updates: UserUpdates,
    private readonly keys: ApiKeys,
    private readonly organizations: Organizations,
    private readonly userClients: UserClientEvents,
    private readonly clients: BotClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** The caller's own active bots. */
  own({ organizationId, userId }: Actor): Promise<KnownBot[]> {
    return this.directory.ownedBy(organizationId, userId);
  }

  /**
   * Applies all changes or none. A blank name leaves the name as it is.
   * @throws BotIsUnknown, BotIsStronger, MustBeAdministrator, MustBeOwner, FullNameIsInvalid, BotNameIsTaken,
   * BotOwnerIsInvalid, BotChannelIsUnknown, GuestCannotBecomeAdministrator
   */
  async update(actor: Actor, botId: number, wish: BotWish): Promise<KnownBot> {
    const { organizationId } = actor;
    const { id } = await this.directory.managedBy(actor, botId);
    return this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      const manager = await this.managerNow(actor);
      const bot = await this.directory.managedBy(manager, id);
      if (wish.fullName !== undefined && wish.fullName.trim() !== '') await this.rename(bot, wish.fullName);
      if (wish.role !== undefined && wish.role !== bot.role) {
        assertMayChangeRole(manager, bot.role, wish.role);
        await this.roles.set(organizationId, id, wish.role);
      }
      if (wish.ownerId !== undefined)
        await this.giveTo(await this.users.get(organizationId, id), wish.ownerId, isAdministrator(manager.role));
      await this.settings.change(actor, await this.users.get(organizationId, id), wish);
      return single(await this.directory.known(organizationId, [await this.users.get(organizationId, id)]));
    });
  }

  /** @throws BotIsUnknown, BotIsStronger, AccountIsInactive */
  async deactivate(actor: Actor, botId: number): Promise<void> {
    const { id } = await this.directory.managedBy(actor, botId);
    await this.activity.during(actor.organizationId, id, async (bot) => {
      await this.directory.managedBy(await this.managerNow(actor), id);
      if (!bot.isActive) throw new AccountIsInactive();
      await this.activity.close(bot, { actorId: actor.userId, comment: null });
    });
  }

  /** @throws BotIsUnknown, BotIsStronger */
  async apiKey(actor: Actor, botId: number): Promise<string> {
    const { id } = await this.directory.managedBy(actor, botId);
    return (await this.keys.ofBots([id])).get(id) ?? '';
  }

  /**
   * Issues a new key. The old key, and the sessions and queues opened with it, end at once.
   * @throws BotIsUnknown, BotIsStronger
   */
  async regenerateKey(actor: Actor, botId: number): Promise<string> {
    const { id, organizationId } = await this.directory.managedBy(actor, botId);
    return this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      const bot = await this.directory.managedBy(await this.managerNow(actor), id);
      const key = await this.keys.reset(bot, KEY_OF_BOT);
      await this.clients.tellChange(bot, { api_key: key });
      return key;
    });
  }

  /**
   * Reactivates a bot with a new key. The caller must be permitted to create it, its name must be free, and its owner
   * must be active.
   * @throws MustNotBeGuest, BotCreationIsNotPermitted, BotNameIsTaken
   */
  async takeBack(bot: User, actorId: UserId | null): Promise<void> {
    const { organizationId } = bot;
    if (actorId !== null)
      await this.newBots.assertMayCreate(await this.users.get(organizationId, actorId), bot.botType);
    await this.assertNameIsFree(organizationId, bot.fullName, bot.id);
    const owner = bot.botOwnerId === null ? null : await this.rows.find(organizationId, bot.botOwnerId);
    if (!owner?.isActive && actorId !== null) await this.giveTo(bot, actorId, true);
    await this.confine(bot);
    const key = await this.keys.issue(bot, KEY_OF_BOT);
    const current = await this.users.get(organizationId, bot.id);
    await this.clients.tellChange(current, { is_active: true });
    await this.clients.tellChange(current, { api_key: key });
  }

  /** The owner's role became weaker, so the owner's bots get at most that role. */
  async weaken(organizationId: OrganizationId, ownerId: UserId, to: Role): Promise<void> {
    const bots = (await this.directory.ownedBy(organizationId, ownerId)).map(({ user }) => user);
    for (const bot of bots.filter(({ role }) => role < to)) await this.roles.set(organizationId, bot.id, to);
  }

  /** A reactivated bot gets at most the current role of its owner. */
  private async confine({ id, organizationId }: User): Promise<void> {
    const { role, botOwnerId } = await this.users.get(organizationId, id);
    const owner = botOwnerId === null ? null : await this.rows.find(organizationId, botOwnerId);
    if (owner && role < owner.role) await this.roles.set(organizationId, id, owner.role);
  }

  /** Reads role and account again, because they may have changed while the request waited. */
  private async managerNow(actor: Actor): Promise<Actor> {
    return { ...actor, role: (await this.users.acting(actor)).role };
  }

  private async assertNameIsFree(organizationId: OrganizationId, name: string, exceptId: UserId | null): Promise<void> {
    if (await this.bots.isNameInUse(organizationId, name, exceptId)) throw new BotNameIsTaken();
  }

  private async rename(bot: User, given: string): Promise<void> {
    const fullName = checkedFullName(given);
    if (fullName === bot.fullName) return;
    await this.assertNameIsFree(bot.organizationId, fullName, bot.id);
    await this.updates.rename(await this.organizations.current(bot.organizationId), bot, fullName);
  }

  /** An owner can act as the bot. So only administrators may give a user a bot with a stronger role than the user's. */
  private async giveTo(bot: User, ownerId: number, mayGiveMore: boolean): Promise<void> {
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
