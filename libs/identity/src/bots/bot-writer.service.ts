import type { OrganizationId, UserId } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../credentials/api-keys.service';
import { ownAvatarSource } from '../pictures/avatar';
import { EMAIL_VISIBILITY } from '../records/email-address';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { ROLE } from '../roles/role';
import { Users } from '../users/users.service';
import type { BotSettings } from './bot';
import { KEY_OF_BOT } from './bot-keys.service';
import { BotRepository } from './bot.repository';
import type { CheckedBot } from './new-bot-rules.service';

/** Stores new bots. */
@Injectable()
export class BotWriter {
  constructor(
    private readonly rows: UserRepository,
    private readonly bots: BotRepository,
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly config: Config,
  ) {}

  nextId(): Promise<UserId> {
    return this.rows.nextId();
  }

  /** Stores the bot with its settings, and issues a key. Its role is member, whatever the owner's role is. */
  async insert(
    organizationId: OrganizationId,
    ownerId: UserId,
    { email, fullName, type }: CheckedBot,
    settings: BotSettings,
  ): Promise<User> {
    const id = settings.userId;
    await this.rows.insert([
      {
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
      },
    ]);
    await this.bots.insert(organizationId, ownerId, settings);
    const user = await this.users.get(organizationId, id);
    await this.keys.issue(user, KEY_OF_BOT);
    return user;
  }
}
