import type { UserId } from '@app/kernel';
import { withReservedConnections, Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LogEntry } from '../records/log-entry';
import type { QueueViewer } from '../records/queue-options';
import type { EventKind } from '../event-log/ports';
import { Registry } from '../event-log/registry.service';
import type { ResidentQueue } from './resident-queue';

/** The most users in one statement, so that the first of many queues need not wait for the last. */
const BATCH = 1_000;
/** The delay after a database error. */
const AFTER_FAULT_MS = 200;

interface Wanted {
  readonly entry: LogEntry;
  readonly userId: UserId;
}

/** Continues queues that waited for a lookup. `isKnown` `false`: it failed. */
type Resume = (queues: Iterable<ResidentQueue>, isKnown: boolean) => void;

/**
 * Values that a kind reads for each viewer of an entry (`EventKind.lookup`). They are read when the first waiting
 * client needs them, for all queues at once, and cached with the entry. Only queues whose next event needs the value
 * wait.
 */
@Injectable()
export class ViewerLookups {
  private readonly answers = new WeakMap<LogEntry, Map<UserId, unknown>>();
  private readonly underWay = new WeakMap<LogEntry, Set<UserId>>();
  private readonly wanted = new Map<EventKind, Wanted[]>();
  private readonly lookupIsMissing = new Set<ResidentQueue>();
  private resume: Resume = () => undefined;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly registry: Registry,
    private readonly log: Log,
  ) {}

  resumeWith(resume: Resume): void {
    this.resume = resume;
  }

  /** Whether the values for this viewer are known. */
  isKnown(entry: LogEntry, { userId }: QueueViewer): boolean {
    if (!this.registry.isLoaded([entry])) return false; // an index may have dropped it since
    const kind = this.registry.kinds.get(entry.kind)!;
    return !kind.lookup?.isNeeded(entry.payload) || (this.answers.get(entry)?.has(userId) ?? false);
  }

  answer(entry: LogEntry, { userId }: QueueViewer): unknown {
    return this.answers.get(entry)?.get(userId);
  }

  /** The queue continues when the value is known. */
  want(entry: LogEntry, queue: ResidentQueue): void {
    this.lookupIsMissing.add(queue);
    const { userId } = queue.viewer;
    const underWay = this.underWay.get(entry) ?? new Set();
    this.underWay.set(entry, underWay);
    if (underWay.has(userId)) return;
    underWay.add(userId);
    const kind = this.registry.kinds.get(entry.kind)!;
    const wanted = this.wanted.get(kind) ?? [];
    this.wanted.set(kind, wanted);
    wanted.push({ entry, userId });
    this.reading ??= this.readAll();
  }

  /** Resolves when all values requested so far are known, or their read has failed. */
  async settled(): Promise<void> {
    await this.reading;
  }

  private async readAll(): Promise<void> {
    await Promise.resolve(); // all requests of one turn of the event loop share one read
    let isKnown = true;
    for (const [kind, wanted] of this.wanted) {
      if (!isKnown) break;
      this.wanted.delete(kind);
      for (let at = 0; at < wanted.length && isKnown; at += BATCH) {
        const some = wanted.slice(at, at + BATCH);
        isKnown = await this.read(kind, some);
        this.forget(isKnown ? some : wanted.slice(at));
        if (isKnown) this.goOn(new Set(some.map(({ userId }) => userId)));
      }
    }
    this.reading = null;
    if (isKnown) return;
    for (const wanted of this.wanted.values()) this.forget(wanted);
    this.wanted.clear();
    this.giveUp();
  }

  private async read(kind: EventKind, wanted: readonly Wanted[]): Promise<boolean> {
    const entries = [...new Set(wanted.map(({ entry }) => entry))];
    try {
      await this.registry.load(entries);
      if (!kind.lookup) return true;
      const asked = wanted.map(({ entry: { payload, audience, organizationId }, userId }) => ({
        payload,
        audience,
        organizationId,
        userId,
      }));
      const answers = await withReservedConnections(() => kind.lookup!.read(asked));
      wanted.forEach(({ entry, userId }, at) => {
        const known = this.answers.get(entry) ?? new Map<UserId, unknown>();
        this.answers.set(entry, known.set(userId, answers[at]));
      });
      await this.registry.load(entries);
      return true;
    } catch (error) {
      this.log.warn('what an event needs to know of its viewers could not be read', { kind: kind.kind, error });
      await new Promise((resolve) => setTimeout(resolve, AFTER_FAULT_MS));
      return false;
    }
  }

  private goOn(userIds: ReadonlySet<UserId>): void {
    const queues = [...this.lookupIsMissing].filter(({ viewer }) => userIds.has(viewer.userId));
    for (const queue of queues) this.lookupIsMissing.delete(queue);
    this.resume(queues, true);
  }

  private giveUp(): void {
    const queues = [...this.lookupIsMissing];
    this.lookupIsMissing.clear();
    this.resume(queues, false);
  }

  private forget(wanted: readonly Wanted[]): void {
    for (const { entry, userId } of wanted) this.underWay.get(entry)?.delete(userId);
  }
}
