import type { OrganizationId, UserId } from '@app/kernel';
import { lock, originOfWork, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { User } from '../records/user';
import { AccountStates, AccountClosing } from './account-states.service';
import { BotClosing, BotClosingRepository } from './bot-closing.repository';
import { UserRepository } from '../records/user.repository';
import { Users } from '../users/users.service';

/** The name of the worker that deactivates the bots of a deactivated owner. */
export const BOT_CLOSER = 'bot_closings';
/** This many bots are deactivated with their owner. If there are more, each has a transaction of its own, after the owner. */
const BOTS_WITH_OWNER = 2;
/** A request waits this long for the bots of an owner with many. After that only the worker continues. */
const PATIENCE_MS = 5_000;
const BETWEEN_LOOKS_MS = 25;

/**
 * Deactivates accounts with their bots. Permissions are checked by the callers inside `during`, under the
 * organization's lock.
 */
@Injectable()
export class AccountActivity {
  constructor(
    private readonly rows: UserRepository,
    private readonly closings: BotClosingRepository,
    private readonly states: AccountStates,
    private readonly users: Users,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs `work` in a transaction that may close or reopen the account and close its bots.
   * @throws UserIsUnknown
   */
  during<R>(organizationId: OrganizationId, userId: UserId, work: (user: User) => Promise<R>): Promise<R> {
    return this.transactions.runWhenStable({
      resolve: () => this.rows.activeBotsOf(organizationId, userId),
      locksOf: (bots) => [
        lock.organization(organizationId),
        ...[userId, ...few(bots).map(({ id }) => id)].map((id) => lock.user(id)),
      ],
      work: async () => work(await this.users.get(organizationId, userId)),
    });
  }

  /**
   * Deactivates the account and before it its own bots. Its keys, sessions and queues end. If there are many bots,
   * they are deactivated in later transactions, which are certain to run after this one commits.
   */
  async close(user: User, { actorId, comment }: AccountClosing): Promise<void> {
    const { id: ownerId, organizationId } = user;
    const bots = user.isBot ? [] : await this.rows.activeBotsOf(organizationId, ownerId);
    for (const bot of few(bots)) await this.states.close(bot, { actorId, comment: null });
    await this.states.close(user, { actorId, comment });
    if (few(bots).length === bots.length) return;
    const ids = bots.map(({ id }) => id);
    await this.closings.insert({ ...originOfWork(), organizationId, ownerId, actorId }, ids);
    this.transactions.required.afterCommit.push(() => this.workers.nudge(BOT_CLOSER));
    this.transactions.required.awaitedAfterCommit.push(() => this.untilBotsAreClosed(ownerId));
  }

  /** Deactivates one of many bots. Its row is deleted last: after the first write, newer client events wait. */
  async closeBot({ id, organizationId, botId, ownerId, actorId }: BotClosing): Promise<void> {
    await this.transactions.run([lock.organization(organizationId), lock.user(botId)], async () => {
      if (!(await this.closings.find(id))) return;
      const bot = await this.rows.find(organizationId, botId);
      if (bot?.isActive && bot.botOwnerId === ownerId) await this.states.close(bot, { actorId, comment: null });
      await this.closings.remove(id);
    });
  }

  private async untilBotsAreClosed(ownerId: UserId): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && (await this.closings.isWaitingFor(ownerId));)
      await setTimeout(BETWEEN_LOOKS_MS);
  }
}

/** The bots if they are deactivated with their owner, none if they are too many for that. */
const few = (bots: readonly User[]): readonly User[] => (bots.length <= BOTS_WITH_OWNER ? bots : []);
