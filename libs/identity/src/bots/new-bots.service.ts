import { single } from '@app/kernel';
import type { OrganizationId, UserId } from '@app/kernel';
import { Actor, Config, DomainEventBus, lock, Raises, Room, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ownAvatarSource } from '../pictures/avatar';
import { BOT_TYPE, BOT_TYPES, botEmail } from './bot';
import { EMAIL_VISIBILITY, isEmailAddress } from '../records/email-address';
import {
  BotCreationIsNotPermitted,
  BotEmailIsTaken,
  BotNameIsInvalid,
  BotNameIsTaken,
  BotTypeIsInvalid,
} from './bot.errors';
import { checkedFullName } from '../users/full-name';
import { ROLE } from '../roles/role';
import type { User } from '../records/user';
import { BotRepository } from './bot.repository';
import { UserRepository } from '../records/user.repository';
import { BOTS_OF_OWNER } from '../row-limits';
import { assertNotGuest } from '../permissions/access';
import { Users } from '../users/users.service';
import { ApiKeys } from '../credentials/api-keys.service';
import { Audit } from '../audit/audit.service';
import { BotDirectory } from './bot-directory.service';
import type { KnownBot } from './bot-object.client-events';
import { BotSettingChanges, BotSettingsWish } from './bot-settings.service';
import { BotClientEvents } from './bots.client-events';
import { Organizations } from '../organizations/organizations.service';
import { Permissions } from '../permissions/permissions.service';
import { UserClientEvents } from '../user-changes/users.client-events';

export interface NewBot extends BotSettingsWish {
  fullName: string;
  shortName: string;
  type: number;
}

/** The client name of bots' keys. */
export const KEY_OF_BOT = 'bot';

/** Creates bots (docs/protocol/users.md). */
@Injectable()
export class NewBots {
  constructor(
    private readonly rows: UserRepository,
    private readonly bots: BotRepository,
    private readonly directory: BotDirectory,
    private readonly settings: BotSettingChanges,
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly userClients: UserClientEvents,
    private readonly clients: BotClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly room: Room,
  ) {}

  /**
   * Creates a bot that belongs to the caller, with a key. Its role is member, whatever the owner's role is.
   * @throws MustNotBeGuest, BotTypeIsInvalid, BotCreationIsNotPermitted, BotNameIsInvalid, FullNameIsInvalid,
   * BotEmailIsTaken, BotNameIsTaken, BotChannelIsUnknown
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
      const owner = await this.users.acting(actor);
      await this.assertMayCreate(owner, wish.type);
      await this.room.assert(BOTS_OF_OWNER, ownerId);
      if ((await this.rows.findByEmail(organizationId, email)).length > 0) throw new BotEmailIsTaken();
      if (await this.bots.isNameInUse(organizationId, fullName, null)) throw new BotNameIsTaken();
      const none = { defaultSendingChannelId: null, defaultEventsChannelId: null, defaultAllPublicChannels: false };
      const settings = await this.settings.wished(actor, { userId: id, ...none }, wish);
      await this.insert(organizationId, id, { email, fullName, type: wish.type });
      await this.bots.insert(organizationId, ownerId, settings);
      const user = await this.users.get(organizationId, id);
      await this.keys.issue(user, KEY_OF_BOT);
      this.audit.record({
        organizationId,
        action: 'created',
        object: { type: 'user', id },
        after: { role: user.role, bot_type: wish.type, bot_owner_id: ownerId },
      });
      await this.userClients.tellAdded(user, await this.organizations.current(organizationId));
      const bot = single(await this.directory.known(organizationId, [user]));
      await this.clients.tellAdded(bot);
      await this.events.raise('UserCreated', {
        organizationId,
        userId: id,
        role: user.role,
        isBot: true,
        joining: null,
      });
      return bot;
    });
  }

  /**
   * Called inside a transaction.
   * @throws MustNotBeGuest, BotCreationIsNotPermitted
   */
  async assertMayCreate(owner: User, type: number | null): Promise<void> {
    assertNotGuest(owner);
    const { permissions } = await this.organizations.current(owner.organizationId);
    const graph = await this.permissions.current(owner.organizationId);
    const subject = { userId: owner.id, role: owner.role, joinedAt: owner.joinedAt };
    const all = graph.holds(subject, permissions.can_create_bots_group);
    const some =
      type === BOT_TYPE.incomingWebhook && graph.holds(subject, permissions.can_create_write_only_bots_group);
    if (!all && !some) throw new BotCreationIsNotPermitted();
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
}
