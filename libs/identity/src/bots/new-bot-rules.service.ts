import { Actor, Config, RowQuota } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { assertNotGuest } from '../permissions/access';
import { isPermitted } from '../permissions/permission-context';
import { Permissions } from '../permissions/permissions.service';
import { anyOf } from '../permissions/rule';
import { isEmailAddress } from '../records/email-address';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { BOTS_OF_OWNER } from '../row-limits';
import { checkedFullName } from '../users/full-name';
import { Users } from '../users/users.service';
import { BOT_TYPE, BOT_TYPES, botEmail } from './bot';
import { BotNames } from './bot-names.service';
import { BotCreationIsNotPermitted, BotEmailIsTaken, BotNameIsInvalid, BotTypeIsInvalid } from './bot.errors';

/** A new bot as it is stored. */
export interface CheckedBot {
  readonly email: string;
  readonly fullName: string;
  readonly type: number;
}

/** Who creates bots of a type. */
export const CREATES_BOTS = {
  any: isPermitted('can_create_bots_group'),
  writeOnly: anyOf(isPermitted('can_create_bots_group'), isPermitted('can_create_write_only_bots_group')),
};

/** Decides whether a bot may be created, or reactivated. */
@Injectable()
export class NewBotRules {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly names: BotNames,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly config: Config,
    private readonly rowQuota: RowQuota,
  ) {}

  /** @throws BotTypeIsInvalid, BotNameIsInvalid, FullNameIsInvalid */
  checked({ fullName, shortName, type }: { fullName: string; shortName: string; type: number }): CheckedBot {
    if (!BOT_TYPES.includes(type)) throw new BotTypeIsInvalid();
    const email = botEmail(shortName, this.config.emailDomain);
    if (!isEmailAddress(email)) throw new BotNameIsInvalid();
    return { email, fullName: checkedFullName(fullName), type };
  }

  /**
   * Called inside a transaction that holds the organization's lock.
   * @throws AccountIsDeactivated, MustNotBeGuest, BotCreationIsNotPermitted, BotEmailIsTaken, BotNameIsTaken
   */
  async assertPossible(actor: Actor, bot: CheckedBot): Promise<void> {
    const { organizationId } = actor;
    const owner = await this.users.acting(actor);
    await this.assertMayCreate(owner, bot.type);
    await this.rowQuota.assert(BOTS_OF_OWNER, owner.id);
    if ((await this.rows.findByEmail(organizationId, bot.email)).length > 0) throw new BotEmailIsTaken();
    await this.names.assertFree(organizationId, bot.fullName, null);
  }

  /**
   * Called inside a transaction.
   * @throws MustNotBeGuest, BotCreationIsNotPermitted
   */
  async assertMayCreate(owner: User, type: number | null): Promise<void> {
    assertNotGuest(owner);
    const organization = await this.organizations.current(owner.organizationId);
    const graph = await this.permissions.current(owner.organizationId);
    const subject = { userId: owner.id, role: owner.role, joinedAt: owner.joinedAt };
    const rule = type === BOT_TYPE.incomingWebhook ? CREATES_BOTS.writeOnly : CREATES_BOTS.any;
    if (!rule.allows({ subject, graph, organization, called: owner.fullName }, null))
      throw new BotCreationIsNotPermitted();
  }
}
