import { Clock } from '@app/kernel';
import { lock, Log, Transactions } from '@app/platform';
import { BeforeApplicationShutdown, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { EventLogRepository } from '../store/event-log.repository';
import { Hub } from './hub';
import { Queues } from './queues.service';
import { Tail } from './tail';

const PROGRESS_EVERY_MS = 30_000;
const PARTITIONS_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The longest life of a queue, and with it of the entries that it may still want. */
const KEPT_DAYS = 8;
const DAYS_AHEAD = 2;

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
    private readonly clock: Clock,
    private readonly logger: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.checkEpoch();
    await this.turnPartitions();
    await this.tail.start((entries) => this.hub.deliver(entries));
    this.repeat(PROGRESS_EVERY_MS, async () => {
      await this.queues.upkeep();
      await this.noteEpoch();
    });
    this.repeat(PARTITIONS_EVERY_MS, () => this.turnPartitions());
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

  private async turnPartitions(): Promise<void> {
    const today = this.clock.now().getTime();
    const wanted = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => dayOf(today + ahead * DAY_MS));
    const known = await this.log.partitionDays();
    const missing = wanted.filter((day) => !known.includes(day));
    const old = known.filter((day) => day < dayOf(today - KEPT_DAYS * DAY_MS));
    if (missing.length === 0 && old.length === 0) return;
    await this.transactions.run([lock.cluster()], async () => {
      await this.log.addPartitions(missing);
      for (const day of old) await this.log.dropPartition(day);
    });
  }

  private repeat(milliseconds: number, work: () => Promise<void>): void {
    const guarded = () => void work().catch((error: unknown) => this.logger.warn('upkeep of events failed', { error }));
    this.timers.push(setInterval(guarded, milliseconds).unref());
  }
}

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
