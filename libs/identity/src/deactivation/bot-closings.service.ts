import { Backlog, isDatabaseAway, Log, withOrigin, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { BotClosing, BotClosingRepository } from './bot-closing.repository';
import { AccountActivity, BOT_CLOSER } from './account-activity.service';

const EVERY_MS = 5_000;
/** Rows that are read together; each is a transaction. */
const LOOKED_AT = 20;

/** Deactivates the bots of a deactivated owner, if they were too many to be deactivated with the owner. */
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

  async work(signal: AbortSignal): Promise<boolean> {
    const due = await this.rows.list(await this.rows.due(LOOKED_AT));
    for (const closing of due) if (!signal.aborted) await this.close(closing);
    return due.length > 0;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  private async close(closing: BotClosing): Promise<void> {
    try {
      await withOrigin(closing, () => this.activity.closeBot(closing));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isGivenUp = !(await this.rows.postpone(closing.id));
      this.log.warn('a bot could not be deactivated after its owner', { botId: closing.botId, isGivenUp, error });
    }
  }
}
