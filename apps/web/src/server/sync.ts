import { signal } from '@preact/signals-core';
import { Connection, EventQueue, QueuePlace, register, RequestRefused, ServerEvent, Snapshot } from '@parley/client';
import { setTime } from '../store/clock';
import { Store } from '../store/store';
import { EVENT_TYPES, SNAPSHOT_PARTS } from './event-types';
import { OfflineStorage } from './offline/offline-storage';
import { Tabs, Told } from './tabs';
import { onWakeFromSleep } from './wake-from-sleep';

/** A reload within this time goes on with the same queue. */
const IDLE_SECONDS = 600;
/** The snapshot is written anew when so many events came since. */
const EVENTS_A_SNAPSHOT = 500;
/** A tab that leads answers within this time, or hangs. */
const PATIENCE_MS = 3_000;

/** Not after a reload: when it began to hold is not kept. */
const PASSING: ReadonlySet<string> = new Set(['typing', 'typing_edit_message', 'heartbeat']);
const isLasting = ({ type }: ServerEvent): boolean => !PASSING.has(type);

const NOWHERE: QueuePlace = { queueId: '', lastEventId: -1 };

/** Keeps the store of this tab current: it reads the queue itself, or hears from the tab that does. */
export class Sync {
  /** `null`: nothing is known yet. Another store after the queue was lost. */
  readonly store = signal<Store | null>(null);
  readonly isReached = signal(true);
  /** The session has ended: the user has to log in. */
  readonly isLoggedOut = signal(false);
  /** Told in the tab that reads the queue, after the store has them. */
  onEvents: (events: readonly ServerEvent[]) => void = () => undefined;
  /** The state goes on with a queue that began before this page, which has in its events what happened since. */
  isResumed = false;
  private place: QueuePlace = NOWHERE;
  private sinceSnapshot = 0;
  /** This tab reads the queue, and does what one tab does for all. */
  readonly isLeading = signal(false);
  private queue: EventQueue | null = null;
  private readonly tabs: Tabs;
  private readonly ended = new AbortController();

  constructor(
    private readonly connection: Connection,
    private readonly storage: OfflineStorage,
    owner: string,
  ) {
    this.tabs = new Tabs(owner);
    addEventListener('offline', () => (this.isReached.value = false));
    addEventListener('online', () => this.queue?.hurry());
    onWakeFromSleep(() => this.queue?.hurry());
  }

  /** The queue that this browser reads, which the server is told with what it sends. */
  get queueId(): string {
    return this.place.queueId;
  }

  async start(): Promise<void> {
    this.tabs.listen((told) => this.hear(told));
    if (await this.tabs.elect(() => void this.lead())) return;
    this.tabs.tell({ kind: 'ask' });
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    if (!this.store.peek()) await this.lead(); // the other tab hangs
  }

  /** The user logs out: nothing is heard any more, in any tab. */
  stop(): void {
    this.ended.abort();
    this.tabs.tell({ kind: 'left' });
  }

  private async lead(): Promise<void> {
    if (this.isLeading.peek()) return;
    this.isLeading.value = true;
    try {
      if (!this.store.peek() && !(await this.resume())) await this.registerAnew();
      const handlers = {
        take: (events: readonly ServerEvent[]) => this.take(events),
        renew: () => this.registerAnew(),
        reached: (isReached: boolean) => this.reach(isReached),
      };
      this.queue = new EventQueue(this.connection, this.place, handlers);
      await this.queue.run(this.ended.signal);
    } catch (error) {
      if (this.ended.signal.aborted) return;
      if (error instanceof RequestRefused && error.isLoggedOut) this.end();
      else this.retry(error instanceof RequestRefused ? error.retryAfterMs : null);
    }
  }

  /** The session is over, for all tabs. */
  private end(): void {
    this.isLoggedOut.value = true;
    this.tabs.tell({ kind: 'left' });
  }

  /** The first register failed for some passing reason. */
  private retry(retryAfterMs: number | null): void {
    this.isLeading.value = false;
    this.isReached.value = false;
    setTimeout(() => void this.lead(), Math.max(retryAfterMs ?? 0, PATIENCE_MS));
  }

  /** Goes on from what this browser has kept. False: it has nothing. */
  private async resume(): Promise<boolean> {
    const kept = await this.storage.read();
    if (!kept) return false;
    try {
      const store = new Store(kept.snapshot);
      store.apply(kept.events);
      this.begin(store, kept.place, true);
    } catch {
      return false; // another version of this client has kept it
    }
    this.sinceSnapshot = kept.events.length;
    return true;
  }

  private async registerAnew(): Promise<QueuePlace> {
    const options = { eventTypes: EVENT_TYPES, snapshotParts: SNAPSHOT_PARTS, idleSeconds: IDLE_SECONDS };
    const snapshot = await register(this.connection, { ...options, signal: this.ended.signal });
    setTime(snapshot.server_timestamp);
    const place = { queueId: snapshot.queue_id, lastEventId: snapshot.last_event_id };
    this.begin(new Store(snapshot), place);
    this.reach(true);
    this.tabs.tell({ kind: 'state', snapshot, place });
    await this.storage.write(snapshot, place);
    this.sinceSnapshot = 0;
    return place;
  }

  private begin(store: Store, place: QueuePlace, isResumed = false): void {
    this.place = place;
    this.isResumed = isResumed;
    this.store.value = store;
  }

  private async take(events: readonly ServerEvent[]): Promise<void> {
    this.store.peek()!.apply(events);
    this.place = { ...this.place, lastEventId: events.at(-1)!.id };
    this.onEvents(events);
    this.tabs.tell({ kind: 'events', events, place: this.place });
    this.sinceSnapshot += events.length;
    if (this.sinceSnapshot < EVENTS_A_SNAPSHOT) return this.storage.append(events.filter(isLasting), this.place);
    this.sinceSnapshot = 0;
    await this.storage.write(this.snapshot(), this.place);
  }

  /** What the tab that leads has heard. When it cannot be taken, the state is asked for. */
  private follow(events: readonly ServerEvent[], place: QueuePlace): void {
    try {
      this.store.peek()?.apply(events.filter(({ id }) => id > this.place.lastEventId));
      this.place = place;
    } catch {
      this.place = NOWHERE;
      this.tabs.tell({ kind: 'ask' });
    }
  }

  private reach(isReached: boolean): void {
    this.isReached.value = isReached;
    this.tabs.tell({ kind: 'reached', isReached });
  }

  private snapshot(): Snapshot {
    const { queueId: queue_id, lastEventId: last_event_id } = this.place;
    return { ...this.store.peek()!.toSnapshot(), queue_id, last_event_id } as Snapshot;
  }

  private hear(told: Told): void {
    switch (told.kind) {
      case 'ask':
        if (this.isLeading.peek() && this.store.peek())
          this.tabs.tell({ kind: 'state', snapshot: this.snapshot(), place: this.place });
        return;
      case 'state':
        if (this.isLeading.peek() || (this.store.peek() && told.place.queueId === this.place.queueId)) return;
        return this.begin(new Store(told.snapshot), told.place);
      case 'events':
        if (this.isLeading.peek() || told.place.queueId !== this.place.queueId) return;
        return this.follow(told.events, told.place);
      case 'reached':
        if (!this.isLeading.peek()) this.isReached.value = told.isReached;
        return;
      case 'left':
        this.ended.abort();
        this.isLoggedOut.value = true;
    }
  }
}
