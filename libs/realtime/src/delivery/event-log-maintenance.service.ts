import { DatabasePing, Draining, lock, Log, Renewal, Transactions, withOperation } from '@app/platform';
import { BeforeApplicationShutdown, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Epochs, EventLogRepository } from '../records/event-log.repository';
import { Hub } from './hub.service';
import { LogPartitions } from '../event-log/log-partitions.service';
import { QueueProgressSaver, TURNS } from './queue-progress-saver.service';
import { LogTail } from '../event-log/log-tail.service';

const LOOK_EVERY_MS = 1_000;
const AGAIN_AFTER_MS = 1_000;
const EPOCH_EVERY_MS = TURNS * LOOK_EVERY_MS;
const DAYS_EVERY_MS = 300_000;

/** Starts the reader of the log and the periodic maintenance of log and queues. */
@Injectable()
export class EventLogMaintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];
  private isOutdated = false;

  constructor(
    private readonly log: EventLogRepository,
    private readonly progress: QueueProgressSaver,
    private readonly hub: Hub,
    private readonly tail: LogTail,
    private readonly transactions: Transactions,
    private readonly days: LogPartitions,
    private readonly database: DatabasePing,
    private readonly draining: Draining,
    private readonly renewal: Renewal,
    private readonly logger: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.checkEpoch();
    await this.days.turn();
    await this.tail.start(
      (entries) => this.hub.deliver(entries),
      () => this.startAnew(),
    );
    this.repeat(LOOK_EVERY_MS, async () => {
      if (this.database.isUnavailable) this.hub.redirectAll();
      else if (!this.tail.isInDoubt) await this.progress.take();
    });
    this.repeat(EPOCH_EVERY_MS, async () => {
      this.tail.doubtHistory();
      if (!this.isOutdated) await this.noteEpoch();
    });
    this.repeat(DAYS_EVERY_MS, () => this.days.turn());
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /**
   * Transaction ids are valid only in the PostgreSQL cluster that assigned them. After a restore or a move the log and
   * all queues are invalid. They are emptied, and clients register again.
   */
  private async checkEpoch(): Promise<void> {
    await this.transactions.run([lock.cluster()], async () => {
      const epochs = await this.log.epochs();
      if (!isSame(epochs)) {
        this.logger.warn('this is another PostgreSQL, or an older state of it: event queues start anew');
        await this.log.empty();
      }
      await this.log.noteEpoch(epochs.system);
    });
  }

  /**
   * The database is an older state, or another one. Clients and the memory of this process may contain data that never
   * existed there. So all queues end on all nodes, and this process ends.
   */
  private startAnew(): void {
    this.isOutdated = true;
    this.draining.isAnnounced = true;
    this.hub.redirectAll();
    this.logger.error(
      'this is another PostgreSQL, or an older state of it: event queues end, and this process starts anew',
    );
    const end = async (): Promise<void> => {
      await this.transactions.run([lock.cluster()], () => this.log.endQueues());
      this.renewal.ask();
    };
    const attempt = (): void =>
      void end().catch((error: unknown) => {
        this.logger.warn('event queues could not be ended', { error });
        setTimeout(attempt, AGAIN_AFTER_MS).unref();
      });
    attempt();
  }

  /** A mismatch is detected at the next start. */
  private async noteEpoch(): Promise<void> {
    const epochs = await this.log.epochs();
    if (isSame(epochs)) await this.log.noteEpoch(epochs.system);
  }

  private repeat(milliseconds: number, work: () => Promise<void>): void {
    const guarded = () =>
      void withOperation('upkeep of events', work).catch((error: unknown) =>
        this.logger.warn('upkeep of events failed', { error }),
      );
    this.timers.push(setInterval(guarded, milliseconds).unref());
  }
}

const isSame = ({ system, xid, knownSystem, knownXid }: Epochs): boolean =>
  knownSystem === null || (knownSystem === system && xid >= knownXid!);
