import { lock, Log, Transactions } from '@app/platform';
import { BeforeApplicationShutdown, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { EventLogRepository } from '../store/event-log.repository';
import { Hub } from './hub';
import { LogDays } from './log-days.service';
import { Queues } from './queues.service';
import { Tail } from './tail';

const PROGRESS_EVERY_MS = 30_000;
const DAYS_EVERY_MS = 300_000;

/** Starts reading the log, and what has to be done now and then to keep it and the queues in order. */
@Injectable()
export class Upkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly log: EventLogRepository,
    private readonly queues: Queues,
    private readonly hub: Hub,
    private readonly tail: Tail,
    private readonly transactions: Transactions,
    private readonly days: LogDays,
    private readonly logger: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.checkEpoch();
    await this.days.turn();
    await this.tail.start((entries) => this.hub.deliver(entries));
    this.repeat(PROGRESS_EVERY_MS, async () => {
      await this.queues.upkeep();
      await this.noteEpoch();
    });
    this.repeat(DAYS_EVERY_MS, () => this.days.turn());
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /**
   * Transaction ids mean something only in the PostgreSQL that gave them out. After a restore or a move the log and all
   * queues are void: they are emptied, and clients register anew.
   */
  private async checkEpoch(): Promise<void> {
    await this.transactions.run([lock.cluster()], async () => {
      const { system, xid, knownSystem, knownXid } = await this.log.epochs();
      const isSame = knownSystem === null || (knownSystem === system && xid >= knownXid!);
      if (!isSame) {
        this.logger.warn('this is another PostgreSQL, or an older state of it: event queues start anew');
        await this.log.empty();
      }
      await this.log.noteEpoch(system);
    });
  }

  private async noteEpoch(): Promise<void> {
    const { system } = await this.log.epochs();
    await this.log.noteEpoch(system);
  }

  private repeat(milliseconds: number, work: () => Promise<void>): void {
    const guarded = () => void work().catch((error: unknown) => this.logger.warn('upkeep of events failed', { error }));
    this.timers.push(setInterval(guarded, milliseconds).unref());
  }
}
