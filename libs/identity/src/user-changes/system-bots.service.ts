import type { OrganizationId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { NewAccounts } from '../users/new-accounts.service';
import { SYSTEM_BOT_NAME } from '../users/reserved-names';
import { Users } from '../users/users.service';
import { UserClientEvents } from './users.client-events';

/** The bots that send the server's messages. */
@Injectable()
export class SystemBots {
  private readonly notificationBots = new Map<OrganizationId, UserId>();

  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly accounts: NewAccounts,
    private readonly clients: UserClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /** The bot that sends the server's notices. */
  async notification(organizationId: OrganizationId): Promise<User> {
    const known = this.notificationBots.get(organizationId);
    if (known !== undefined) return this.users.get(organizationId, known);
    const bot = await this.rows.findSystemBot(organizationId, SYSTEM_BOT_NAME.notification);
    if (!bot) throw new Error(`The organization ${organizationId} has no notification bot.`);
    this.notificationBots.set(organizationId, bot.id);
    return bot;
  }

  /**
   * The bot that sends the server's messages to new users. It is created at first use, under the organization's lock,
   * which the transaction of a new account holds.
   */
  async welcome(organizationId: OrganizationId): Promise<User> {
    const known = await this.rows.findSystemBot(organizationId, SYSTEM_BOT_NAME.welcome);
    if (known) return known;
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const madeMeanwhile = await this.rows.findSystemBot(organizationId, SYSTEM_BOT_NAME.welcome);
      if (madeMeanwhile) return madeMeanwhile;
      const bot = await this.users.get(organizationId, await this.accounts.openForWelcomeBot(organizationId));
      this.clients.tellSystemBot(bot);
      return bot;
    });
  }

  /** Which of the users are the welcome bot of their organization. */
  async welcomeAmong(userIds: readonly UserId[]): Promise<Set<UserId>> {
    if (userIds.length === 0) return new Set();
    return new Set(await this.rows.systemBotsAmong(userIds, SYSTEM_BOT_NAME.welcome));
  }
}
