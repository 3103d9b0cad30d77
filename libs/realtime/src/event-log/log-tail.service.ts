import { Log, Workers } from '@app/platform';
import { BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Position } from '../records/event-id';
import type { LogEntry } from '../records/log-entry';
import { EventLogRepository } from '../records/event-log.repository';
import { KEPT, KEPT_BYTES, RecentEntries } from './recent-entries';
import { Registry } from './registry.service';
import { ENTRIES_A_DELIVERY, DeliveryPause } from './delivery-pause';
import { EventLoopLoad } from './event-loop-load';
import { LogActivity, ACTIVE_MS } from './log-activity';

const AFTER_FAULT_MS = 200;
/** Entries are kept for eight days. One that was read longer ago than this may be gone. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** A lasting error is logged at this interval. */
const FAULT_SAID_EVERY_MS = 30_000;
/** A starting node reads back this far. The progress of queues is stored every 30 seconds. */
const RECALLED_SECONDS = 60;

/**
 * Reads the log in its order and delivers each entry once. The entries of a transaction become readable when no older
 * transaction is open. So a long transaction delays all clients; a measurement shows its age.
 */
@Injectable()
export class LogTail implements BeforeApplicationShutdown {
  private recent = new RecentEntries({ xid: 0, ordinal: -1 });
  private cursor: Position = { xid: 0, ordinal: -1 };
  /** The number of entries delivered since the start. */
  delivered = 0;
  private last: { toldAt: number; readAt: number } | null = null;
  private deliver: (entries: readonly LogEntry[]) => void = () => undefined;
  private giveUp: () => void = () => undefined;
  private isHistoryInDoubt = false;
  private timer: NodeJS.Timeout | null = null;
  /** Of the timer (performance.now()). */
  private dueAt = 0;
  private reading: Promise<void> | null = null;
  private pokedWhileReading = false;
  private readonly activity: LogActivity;
  private readonly load = new EventLoopLoad();
  private readonly pause = new DeliveryPause(this.load);
  /** Read, and delivered at the end of the pause. */
  private gathered: LogEntry[] = [];
  private lastReadAt = Date.now();
  private faultSaidAt: number | null = null;
  private stopped = true;

  constructor(
    private readonly log: EventLogRepository,
    private readonly registry: Registry,
    private readonly logger: Log,
    private readonly workers: Workers,
  ) {
    this.activity = new LogActivity(log);
  }

  /** @param giveUp called if the log was replaced; nothing is read after that */
  async start(deliver: (entries: readonly LogEntry[]) => void, giveUp: () => void): Promise<void> {
    this.deliver = deliver;
    this.giveUp = giveUp;
    this.cursor = { xid: await this.log.settledXid(), ordinal: -1 };
    await this.recall();
    this.stopped = false;
    this.log.onWakeUp((nodeId) => this.beWoken(nodeId));
    this.schedule(ACTIVE_MS);
  }

  /** The next read first verifies that the log is still the same. */
  doubtHistory(): void {
    this.isHistoryInDoubt = true;
  }

  /** Whether the database may be another one or an older state, so that memory must not be written to it. */
  get isInDoubt(): boolean {
    return this.isHistoryInDoubt;
  }

  /** A commit in this process: read without delay, and wake the nodes at rest. */
  poke(): void {
    this.activity.noteCommit(Date.now());
    this.wake();
  }

  private beWoken(nodeId: string): void {
    this.activity.noteWakeUp(nodeId, Date.now());
    this.wake();
  }

  private wake(): void {
    if (this.reading) this.pokedWhileReading = true;
    else this.schedule(this.pause.isOn(performance.now()) ? ACTIVE_MS : 0);
  }

  /** The position of the last delivered entry. */
  get position(): Position {
    return this.cursor;
  }

  /** All transactions up to this one are delivered. */
  get passedXid(): number {
    return this.cursor.ordinal < 0 ? this.cursor.xid - 1 : this.cursor.xid;
  }

  /** Whether all entries of a transaction are delivered. Only then is the id after its last event free. */
  hasPassed(xid: number): boolean {
    return xid < this.cursor.xid || (xid === this.cursor.xid && this.cursor.ordinal >= 0);
  }

  /** Seconds since the last successful read. */
  get silenceSeconds(): number {
    return (Date.now() - this.lastReadAt) / 1000;
  }

  /** Whether an entry is still in memory. */
  remembers(entry: LogEntry): boolean {
    return this.recent.has(entry);
  }

  /** The number of entries in memory. */
  get size(): number {
    return this.recent.size;
  }

  /** Their approximate size in bytes. */
  get bytes(): number {
    return this.recent.bytes;
  }

  /** Entries in memory after a position; `null`: memory does not reach back that far. */
  since(position: Position): LogEntry[] | null {
    return this.recent.since(position);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.reading;
  }

  private schedule(milliseconds: number): void {
    if (this.stopped) return;
    const dueAt = performance.now() + milliseconds;
    if (this.timer && this.dueAt <= dueAt) return;
    if (this.timer) clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.reading = this.read().finally(() => (this.reading = null));
    }, milliseconds);
  }

  private async read(): Promise<void> {
    this.pokedWhileReading = false;
    try {
      if (this.isHistoryInDoubt && !(await this.isSameHistory())) {
        this.stopped = true;
        return this.giveUp();
      }
      const entries = await this.log.after(this.gathered.at(-1) ?? this.cursor, ENTRIES_A_DELIVERY);
      this.lastReadAt = Date.now();
      if (this.faultSaidAt !== null) this.logger.log('the event log can be read again');
      this.faultSaidAt = null;
      if (entries.length > 0) this.noteTraffic(entries);
      await this.gather(entries);
      if (this.activity.takeWakeUp(Date.now())) await this.log.wakeOthers();
      this.schedule(entries.length >= ENTRIES_A_DELIVERY ? 0 : this.intervalMs);
    } catch (error) {
      this.isHistoryInDoubt = true; // the next answer may come from another PostgreSQL
      this.gathered = [];
      this.report(error);
      this.schedule(AFTER_FAULT_MS);
    }
  }

  private noteTraffic(entries: readonly LogEntry[]): void {
    const transactions = entries.filter(({ xid }, at) => xid !== entries[at - 1]?.xid).length;
    this.activity.noteRead(transactions, Date.now());
    this.workers.stir();
  }

  private get intervalMs(): number {
    if (this.pause.isOn(performance.now())) return ACTIVE_MS;
    if (this.pokedWhileReading) return 0;
    return this.activity.intervalMs(Date.now(), this.load.isBusy);
  }

  /** After a broken connection the server may be a replica that lacks entries, or a restored database. */
  private async isSameHistory(): Promise<boolean> {
    const toldAt = this.last && Date.now() - this.last.readAt < KEPT_MS ? this.last.toldAt : null;
    const history = await this.log.history(this.cursor, toldAt);
    this.isHistoryInDoubt = history === 'unknown';
    return history !== 'other';
  }

  private report(error: unknown): void {
    const now = Date.now();
    if (this.stopped || (this.faultSaidAt !== null && now - this.faultSaidAt < FAULT_SAID_EVERY_MS)) return;
    this.faultSaidAt = now;
    this.logger.warn('the event log could not be read', { error });
  }

  private async gather(entries: readonly LogEntry[]): Promise<void> {
    this.gathered = this.gathered.length > 0 ? [...this.gathered, ...entries] : [...entries];
    if (!this.pause.isOver(performance.now(), entries.length, this.gathered.length)) return;
    const all = this.gathered;
    this.gathered = [];
    if (all.length > 0) await this.handOn(all);
  }

  private async handOn(entries: readonly LogEntry[]): Promise<void> {
    await this.registry.load(entries);
    for (const entry of entries) for (const follower of this.registry.followers) follower.fold(entry);
    this.recent.add(entries);
    const newest = entries.at(-1)!;
    this.cursor = newest;
    this.last = { toldAt: newest.toldAt, readAt: Date.now() };
    this.delivered += entries.length;
    const began = performance.now();
    this.deliver(entries);
    const now = performance.now();
    this.pause.begin(now, now - began);
  }

  /** Clients of a node that ended come here as soon as this one is ready, so the latest entries must be in memory. */
  private async recall(): Promise<void> {
    const batches: LogEntry[][] = [];
    let weight = 0;
    let start: Position = this.cursor;
    let newest: LogEntry | undefined;
    while (batches.length * ENTRIES_A_DELIVERY < KEPT && weight < KEPT_BYTES) {
      const batch = await this.log.before(start, ENTRIES_A_DELIVERY);
      const [oldest] = batch;
      if (!oldest) break;
      batches.push(batch);
      weight += batch.reduce((sum, entry) => sum + entry.weight, 0);
      start = oldest;
      newest ??= batch.at(-1)!;
      if (oldest.toldAt <= newest.toldAt - RECALLED_SECONDS) break;
    }
    this.recent = new RecentEntries(start);
    this.recent.add(batches.reverse().flat().slice(1)); // everything after the oldest entry is complete
  }
}
