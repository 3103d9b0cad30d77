import { Log, OutboxWorker, withOrigin, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BotClosingRepository } from './bot-closing.repository';
import { AccountActivity, BOT_CLOSER } from './account-activity.service';

/** Deactivates the bots of a deactivated owner, if they were too many to be deactivated with the owner. */
@Injectable()
export class BotDeactivations extends OutboxWorker {
  readonly name = BOT_CLOSER;
  protected readonly failure = 'a bot could not be deactivated after its owner';

  constructor(
    private readonly rows: BotClosingRepository,
    private readonly activity: AccountActivity,
    workers: Workers,
    log: Log,
  ) {
    super(rows, workers, log);
  }

  protected async handle(id: number): Promise<void> {
    const closing = await this.rows.find(id);
    if (closing) await withOrigin(closing, () => this.activity.closeBot(closing));
  }
}
