import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Actor, Config, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ownAvatarSource } from '../domain/avatar';
import { BOT_TYPE, BOT_TYPES, botEmail, BotSettings } from '../domain/bot';
import { EMAIL_VISIBILITY, isEmailAddress } from '../domain/email-address';
import {
  AccountIsInactive,
  BotChannelIsUnknown,
  BotCreationIsNotPermitted,
  BotEmailIsTaken,
  BotNameIsInvalid,
  BotNameIsTaken,
  BotOwnerIsInvalid,
  BotTypeIsInvalid,
} from '../domain/errors';
import { checkedFullName } from '../domain/full-name';
import { isGuest, Role, ROLE } from '../domain/role';
import type { User } from '../domain/user';
import { BotRepository } from '../store/bot.repository';
import { UserRepository } from '../store/user.repository';
import { assertMayChangeRole, assertNotGuest } from './access';
import { AccountActivity } from './account-activity.service';
import { Accounts } from './accounts';
import { ApiKeys } from './api-keys.service';
import { Audit } from './audit.service';
import { BotChannels } from './bot-channels';
import { BotDirectory } from './bot-directory.service';
import { defaultChannelNames, KnownBot } from './bot-object.client-events';
import { BotClientEvents } from './bots.client-events';
import { Organizations } from './organizations.service';
import { Permissions } from './permissions.service';
import { UserUpdates } from './user-updates.service';
import { UserClientEvents } from './users.client-events';
import { Users } from './users.service';

/** Default channels by name; "": none; absent: as it is. */
interface DefaultsWish {
  defaultSendingChannel?: string;
  defaultEventsChannel?: string;
  defaultAllPublicChannels?: boolean;
}

export interface NewBot extends DefaultsWish {
  fullName: string;
  shortName: string;
  type: number;
}

/** What a bot is to become; absent: as it is. */
export interface BotWish extends DefaultsWish {
  fullName?: string;
  ownerId?: number;
  role?: Role;
}

/** The name of the keys that bots have. */
const KEY_OF_BOT = 'bot';

/** Bots: accounts that belong to somebody (reference: identity-and-channels.md 13.9). */
@Injectable()
export class Bots {
  constructor(
    private readonly rows: UserRepository,
    private readonly bots: BotRepository,
    private readonly directory: BotDirectory,
    private readonly channels: BotChannels,
    private readonly accounts: Accounts,
    private readonly activity: AccountActivity,
    private readonly users: Users,
    private readonly updates: UserUpdates,
    private readonly keys: ApiKeys,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly userClients: UserClientEvents,
    private readonly clients: BotClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly transactions: Transactions,
  ) {}

  /**
   * A bot of one's own, a member whoever makes it, with a key.
   * @throws MustNotBeGuest, BotTypeIsInvalid, BotCreationIsNotPermitted, BotNameIsInvalid, FullNameIsInvalid,
   *   BotEmailIsTaken, BotNameIsTaken, BotChannelIsUnknown
   */
  @Raises('UserCreated')
  async create(actor: Actor, wish: NewBot): Promise<KnownBot> {
    const { organizationId, userId: ownerId } = actor;
    if (!BOT_TYPES.includes(wish.type)) throw new BotTypeIsInvalid();
    const email = botEmail(wish.shortName, this.config.emailDomain);
    if (!isEmailAddress(email)) throw new BotNameIsInvalid();
    const fullName = checkedFullName(wish.fullName);
    const id = await this.rows.nextId();
    return this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      const owner = await this.accounts.acting(actor);
      await this.assertMayCreate(owner, wish.type);
      if ((await this.rows.findByEmail(organizationId, email)).length > 0) throw new BotEmailIsTaken();
      await this.assertNameIsFree(organizationId, fullName, null);
      const none = { defaultSendingChannelId: null, defaultEventsChannelId: null, defaultAllPublicChannels: false };
      const settings = await this.wishedSettings(actor, { userId: id, ...none }, wish);
      await this.insert(organizationId, id, { email, fullName, type: wish.type });
      await this.bots.insert(organizationId, ownerId, settings);
      const user = await this.accounts.get(organizationId, id);
      await this.keys.issue(user, KEY_OF_BOT);
      this.audit.record({
        organizationId,
        action: 'created',
        object: { type: 'user', id },
        after: { role: user.role, bot_type: wish.type, bot_owner_id: ownerId },
      });
      await this.userClients.tellAdded(user, await this.organizations.get(organizationId));
      const [bot] = await this.directory.known(organizationId, [user]);
      await this.clients.tellAdded(bot);
      await this.events.raise('UserCreated', { organizationId, userId: id, role: user.role, isBot: true, joining: null });
      return bot;
    });
  }

  /** One's own that are in use. */
  own({ organizationId, userId }: Actor): Promise<KnownBot[]> {
    return this.directory.ownedBy(organizationId, userId);
  }

  /**
   * All of it or nothing. A blank name is no wish.
   * @throws BotIsUnknown, BotIsStronger, MustBeAdministrator, MustBeOwner, FullNameIsInvalid, BotNameIsTaken,
   *   BotOwnerIsInvalid, BotChannelIsUnknown, GuestCannotBecomeAdministrator
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
        await this.users.setRole(organizationId, id, wish.role);
      }
      if (wish.ownerId !== undefined) await this.giveTo(await this.accounts.get(organizationId, id), wish.ownerId);
      await this.changeDefaults(actor, await this.accounts.get(organizationId, id), wish);
      const [changed] = await this.directory.known(organizationId, [await this.accounts.get(organizationId, id)]);
      return changed;
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
   * A new key; the old one and what was opened with it end at once.
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

  /** A bot comes back: only under a name that nobody bears meanwhile, and to an owner who is there. */
  async takeBack(bot: User, actorId: UserId | null): Promise<void> {
    const { organizationId } = bot;
    await this.assertNameIsFree(organizationId, bot.fullName, bot.id);
    const owner = bot.botOwnerId === null ? null : await this.rows.find(organizationId, bot.botOwnerId);
    if (!owner?.isActive && actorId !== null) await this.giveTo(bot, actorId);
    await this.clients.tellChange(await this.accounts.get(organizationId, bot.id), { is_active: true });
  }

  /** The owner may do less than before: so may what acts for him. */
  async weaken(organizationId: OrganizationId, ownerId: UserId, to: Role): Promise<void> {
    const bots = (await this.directory.ownedBy(organizationId, ownerId)).map(({ user }) => user);
    for (const bot of bots.filter(({ role }) => role < to)) await this.users.setRole(organizationId, bot.id, to);
  }

  /** Role and account as of now: they may have changed while the request waited. */
  private async managerNow(actor: Actor): Promise<Actor> {
    return { ...actor, role: (await this.accounts.acting(actor)).role };
  }

  private async assertMayCreate(owner: User, type: number): Promise<void> {
    assertNotGuest(owner);
    const { permissions } = await this.organizations.get(owner.organizationId);
    const graph = await this.permissions.graphNow(owner.organizationId);
    const subject = { userId: owner.id, role: owner.role, joinedAt: owner.joinedAt };
    const all = graph.holds(subject, permissions.can_create_bots_group);
    const some =
      type === BOT_TYPE.incomingWebhook && graph.holds(subject, permissions.can_create_write_only_bots_group);
    if (!all && !some) throw new BotCreationIsNotPermitted();
  }

  private async assertNameIsFree(organizationId: OrganizationId, name: string, exceptId: UserId | null): Promise<void> {
    if (await this.bots.isNameInUse(organizationId, name, exceptId)) throw new BotNameIsTaken();
  }

  private async insert(
    organizationId: OrganizationId,
    id: UserId,
    { email, fullName, type }: { email: string; fullName: string; type: number },
  ): Promise<void> {
    await this.rows.insert({
      id,
      organizationId,
      email,
      deliveryEmail: email,
      emailAddressVisibility: EMAIL_VISIBILITY.everyone,
      fullName,
      role: ROLE.member,
      isBot: true,
      isSystemBot: false,
      botType: type,
      passwordHash: null,
      specialPermissions: [],
      avatarSource: ownAvatarSource(this.config),
      settings: {},
    });
  }

  private async rename(bot: User, given: string): Promise<void> {
    const fullName = checkedFullName(given);
    if (fullName === bot.fullName) return;
    await this.assertNameIsFree(bot.organizationId, fullName, bot.id);
    await this.updates.rename(await this.organizations.get(bot.organizationId), bot, fullName);
  }

  private async giveTo(bot: User, ownerId: number): Promise<void> {
    const { organizationId, id } = bot;
    if (ownerId === bot.botOwnerId) return;
    const owner = await this.rows.find(organizationId, ownerId);
    if (!owner?.isActive || owner.isBot || isGuest(owner.role)) throw new BotOwnerIsInvalid();
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

  private async changeDefaults(actor: Actor, user: User, wish: DefaultsWish): Promise<void> {
    const [{ settings }] = await this.directory.known(user.organizationId, [user]);
    const wished = await this.wishedSettings(actor, settings, wish);
    if (JSON.stringify(wished) === JSON.stringify(settings)) return;
    await this.bots.save(user.organizationId, wished);
    this.audit.record({
      organizationId: user.organizationId,
      action: 'changed',
      object: { type: 'bot', id: user.id },
      before: factsOf(settings),
      after: factsOf(wished),
    });
    const [changed] = await this.directory.known(user.organizationId, [user]);
    const [before, after] = [settings, wished].map((one) => defaultChannelNames({ ...changed, settings: one }));
    const names = Object.keys(after) as (keyof typeof after)[];
    for (const name of names.filter((one) => before[one] !== after[one]))
      await this.clients.tellChange(user, { [name]: after[name] });
  }

  private async wishedSettings(actor: Actor, present: BotSettings, wish: DefaultsWish): Promise<BotSettings> {
    const { defaultSendingChannel, defaultEventsChannel, defaultAllPublicChannels } = wish;
    return {
      userId: present.userId,
      defaultSendingChannelId: await this.wishedChannel(actor, present.defaultSendingChannelId, defaultSendingChannel),
      defaultEventsChannelId: await this.wishedChannel(actor, present.defaultEventsChannelId, defaultEventsChannel),
      defaultAllPublicChannels: defaultAllPublicChannels ?? present.defaultAllPublicChannels,
    };
  }

  private async wishedChannel(
    actor: Actor,
    present: ChannelId | null,
    name: string | undefined,
  ): Promise<ChannelId | null> {
    if (name === undefined) return present;
    if (name.trim() === '') return null;
    const found = await this.channels.find(actor, name.trim());
    if (found === null) throw new BotChannelIsUnknown(name);
    return found;
  }
}

const factsOf = ({ defaultSendingChannelId, defaultEventsChannelId, defaultAllPublicChannels }: BotSettings) => ({
  default_sending_channel_id: defaultSendingChannelId,
  default_events_channel_id: defaultEventsChannelId,
  default_all_public_channels: defaultAllPublicChannels,
});
