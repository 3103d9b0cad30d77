import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { UserNames } from '../profiles/user-names.service';
import type { User } from '../records/user';
import { checkedFullName } from '../users/full-name';
import { BotNameIsTaken } from './bot.errors';
import { BotRepository } from './bot.repository';

/** Names of bots. No two active bots of an organization have the same. */
@Injectable()
export class BotNames {
  constructor(
    private readonly bots: BotRepository,
    private readonly names: UserNames,
    private readonly organizations: Organizations,
  ) {}

  /** @throws BotNameIsTaken */
  async assertFree(organizationId: OrganizationId, name: string, exceptId: UserId | null): Promise<void> {
    if (await this.bots.isNameInUse(organizationId, name, exceptId)) throw new BotNameIsTaken();
  }

  /**
   * The caller's transaction holds the organization's lock.
   * @throws FullNameIsInvalid, BotNameIsTaken
   */
  async rename(bot: User, given: string): Promise<void> {
    const fullName = checkedFullName(given);
    if (fullName === bot.fullName) return;
    await this.assertFree(bot.organizationId, fullName, bot.id);
    await this.names.rename(await this.organizations.current(bot.organizationId), bot, fullName);
  }
}
