import { grouped } from '@app/kernel';
import { Backlog, isDatabaseAway, Log, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { BotClosing, BotClosingRepository } from './bot-closing.repository';
import { ACCOUNTS_AT_ONCE, AccountActivity, BOT_CLOSER } from './account-activity.service';

const EVERY_MS = 5_000;

/** Deactivates the remaining bots of a deactivated owner, if they were too many for one transaction. */
@Injectable()
export class BotClosings implements Worker, OnModuleInit {
  readonly name = BOT_CLOSER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: BotClosingRepository,
    private readonly activity: AccountActivity,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    const due = await this.rows.list(await this.rows.due(ACCOUNTS_AT_ONCE.most));
    for (const closings of grouped(due, ({ organizationId }) => organizationId).values()) await this.close(closings);
    return due.length > 0;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  private async close(closings: readonly BotClosing[]): Promise<void> {
    try {
      await this.activity.closeBots(closings);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      for (const { id, botId } of closings) {
        const isGivenUp = !(await this.rows.postpone(id));
        this.log.warn('a bot could not be deactivated after its owner', { botId, isGivenUp, error });
      }
    }
  }
}
