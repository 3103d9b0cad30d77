import { performance } from 'node:perf_hooks';
import type { DatabaseAccess } from '../connections/database-access';
import { keyOf, Lock } from './locks';

export interface LockQueueLimits {
  /** Transactions that may wait in the database for one lock, beside as many as hold it shared. */
  readonly perLock: number;
  /** The same, however many hold it. */
  readonly maxPerLock: number;
  /**
   * The most transactions of the queue for one lock that may wait for it or share it at a time. When the lock is given,
   * other transactions need connections too.
   */
  readonly maxWithLock: number;
  /** If so many transactions wait in the database, only one more for each lock may wait there. */
  readonly crowded: number;
  /** The most transactions that may wait in the database. The other connections are for work without locks. */
  readonly maxInDatabase: number;
  /** Transactions that may wait here for one contended lock, and for all such locks together. */
  readonly maxQueuedPerLock: number;
  readonly maxQueued: number;
  /** For this time a burst may exceed the limit. */
  readonly burstMs: number;
  readonly patienceMs: number;
}

/** What a pool of that size can bear. */
export function lockQueueLimits({ poolSize, times }: DatabaseAccess): LockQueueLimits {
  return {
    perLock: Math.min(3, Math.ceil(poolSize / 4)),
    maxPerLock: Math.max(2, Math.floor(poolSize * 0.4)),
    maxWithLock: Math.max(2, Math.floor(poolSize * 0.6)),
    crowded: Math.floor(poolSize / 2),
    maxInDatabase: poolSize - Math.max(1, Math.floor(poolSize / 5)),
    maxQueuedPerLock: 300,
    maxQueued: 600,
    burstMs: 250,
    patienceMs: times.lockMs,
  };
}

/** The lock is held for too long or has too many waiters, so the client should try again later. */
export class LockIsContended extends Error {
  constructor(key: number) {
    super(`Too many transactions wait for the lock ${key}, or for too long.`);
    this.name = 'LockIsContended';
  }
}

/** The request of one transaction for its locks, from entering the queue to its end. */
export interface LockRequest {
  /** The database has given it its locks. */
  granted(): void;
  /** The transaction is over, granted or not. */
  end(): void;
}

interface State {
  waiting: number;
  holdingShared: number;
  /** Transactions that want the lock alone, until they end. */
  exclusive: number;
  /** Pieces of work that stood in the queue and share transactions now. */
  sharing: number;
  /** When the database last gave the lock to a transaction of ours, or was first asked for it. */
  movedAt: number;
}

interface Waiter {
  /** The lock that is in its way; undefined: none. */
  obstacle(): number | undefined;
  begin(): LockRequest;
  blockedBy: number;
  timer: NodeJS.Timeout;
  admit(request: LockRequest): void;
  refuse(): void;
}

const WITHOUT_LOCKS: LockRequest = { granted: () => undefined, end: () => undefined };

/**
 * Lets transactions wait for contended locks here instead of on connections of the pool, which others need. Transactions
 * state their locks before they begin, so this knows who asks the database for what and has no answer yet. A lock that is
 * given at once never holds more than a few; where it is not, the few wait in the database (another node may hold it) and
 * the rest here, in their order, for a bounded time. What waits here holds nothing, so it cannot cause a deadlock.
 */
export class LockQueue {
  private readonly states = new Map<number, State>();
  private waiting = 0;
  private queued: Waiter[] = [];
  /** Locks that a transaction in the queue waits for: a newcomer does not overtake it. */
  private blocked = new Set<number>();
  /** Since the start of the process. */
  refused = 0;

  constructor(readonly limits: LockQueueLimits) {}

  /** Transactions that wait here. */
  get length(): number {
    return this.queued.length;
  }

  /** Transactions that the database has not given their locks yet. */
  get waitingInDatabase(): number {
    return this.waiting;
  }

  /** Whether transactions wait here for the lock, which others are not to overtake. */
  hasQueue(wanted: Lock): boolean {
    return this.blocked.has(keyOf(wanted));
  }

  /** @throws LockIsContended */
  enter(locks: readonly Lock[]): LockRequest | Promise<LockRequest> {
    if (locks.length === 0) return WITHOUT_LOCKS;
    const blockedBy = this.obstacleOf(locks);
    if (blockedBy === undefined) return this.begin(locks);
    return this.enqueue(
      blockedBy,
      () => this.obstacleOf(locks, true),
      () => this.begin(locks),
    );
  }

  /**
   * For work that shares a transaction, where it takes the locks only if they are free: resolves when it overtakes nothing that
   * waits here, and none of them is wanted alone; null: that is so. All of such work goes on at once, or a queue that came of one
   * long transaction would last as long as many send. Requests for the exclusive lock wait until it ends, and it waits for them
   * again, so that neither keeps the other away.
   * @throws LockIsContended
   */
  share(locks: readonly Lock[]): Promise<Pick<LockRequest, 'end'>> | null {
    const keys = locks.map(keyOf);
    const obstacle = () => keys.find((key) => this.blocked.has(key) || this.isWantedAlone(key));
    const blockedBy = obstacle();
    return blockedBy === undefined ? null : this.enqueue(blockedBy, obstacle, () => this.beginSharing(keys));
  }

  private enqueue(
    blockedBy: number,
    obstacle: () => number | undefined,
    begin: () => LockRequest,
  ): Promise<LockRequest> {
    const { burstMs, patienceMs } = this.limits;
    return new Promise((resolve, reject) => {
      const refuse = (): void => reject(new LockIsContended(waiter.blockedBy));
      const timer = setTimeout(() => {
        waiter.timer = setTimeout(() => this.refuse(waiter), patienceMs - burstMs);
        if (this.isQueueTooLong(waiter)) this.refuse(waiter);
      }, burstMs);
      const waiter: Waiter = { obstacle, begin, blockedBy, timer, admit: resolve, refuse };
      this.blocked.add(blockedBy);
      this.queued.push(waiter);
      if (this.isQueueTooLong(waiter)) this.refuse(waiter);
    });
  }

  private refuse(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.refused++;
    this.queued = this.queued.filter((one) => one !== waiter);
    waiter.refuse();
    this.advance();
  }

  /** Where a lock is given on and on, a long queue is soon over, however long it is. */
  private isQueueTooLong(waiter: Waiter): boolean {
    const { maxQueuedPerLock, maxQueued, burstMs } = this.limits;
    if (this.queued.length <= maxQueuedPerLock) return false;
    const movedAt = this.states.get(waiter.blockedBy)?.movedAt ?? 0;
    if (performance.now() - movedAt < burstMs) return false;
    const before = this.queued.slice(0, this.queued.indexOf(waiter));
    return (
      before.length >= maxQueued ||
      before.filter((one) => one.blockedBy === waiter.blockedBy).length >= maxQueuedPerLock
    );
  }

  private begin(locks: readonly Lock[]): LockRequest {
    const states = [...new Set(locks.map(keyOf))].map((key) => this.stateOf(key));
    const shared = locks.filter((one) => one.shared).map((one) => this.stateOf(keyOf(one)));
    const alone = locks.filter((one) => !one.shared).map((one) => this.stateOf(keyOf(one)));
    let step: 'asked' | 'granted' | 'ended' = 'asked';
    for (const state of states) state.waiting++;
    for (const state of alone) state.exclusive++;
    this.waiting++;
    const answer = (next: 'granted' | 'ended'): void => {
      if (step === 'asked') {
        for (const state of states) state.waiting--;
        this.waiting--;
      }
      if (next === 'granted') {
        for (const state of states) state.movedAt = performance.now();
        for (const state of shared) state.holdingShared++;
      }
      if (step === 'granted') for (const state of shared) state.holdingShared--;
      step = next;
      if (next === 'ended') {
        for (const state of alone) state.exclusive--;
        this.forget(locks.map(keyOf));
      }
      this.advance();
    };
    return {
      granted: () => {
        if (step === 'asked') answer('granted');
      },
      end: () => {
        if (step !== 'ended') answer('ended');
      },
    };
  }

  private beginSharing(keys: readonly number[]): LockRequest {
    for (const key of keys) this.stateOf(key).sharing++;
    let hasEnded = false;
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      for (const key of keys) this.stateOf(key).sharing--;
      this.forget(keys);
      this.advance();
    };
    return { granted: () => undefined, end };
  }

  /** Lets those go, in their order, whose locks have room. */
  private advance(): void {
    if (this.blocked.size === 0) return;
    const passed = this.queued;
    const stay: Waiter[] = [];
    this.blocked = new Set();
    this.queued = stay;
    for (const waiter of passed) {
      const blockedBy = waiter.obstacle();
      if (blockedBy === undefined) {
        clearTimeout(waiter.timer);
        waiter.admit(waiter.begin());
        continue;
      }
      waiter.blockedBy = blockedBy;
      this.blocked.add(blockedBy);
      stay.push(waiter);
    }
  }

  /** The lock that has no room for one more; undefined: none. */
  private obstacleOf(locks: readonly Lock[], wasQueued = false): number | undefined {
    const isInTheWay = (one: Lock, key = keyOf(one)): boolean =>
      this.blocked.has(key) || !this.hasRoom(key, wasQueued) || (!one.shared && this.isShared(key));
    const obstacle = locks.find((one) => isInTheWay(one));
    return obstacle && keyOf(obstacle);
  }

  private isWantedAlone(key: number): boolean {
    return (this.states.get(key)?.exclusive ?? 0) > 0;
  }

  private isShared(key: number): boolean {
    return (this.states.get(key)?.sharing ?? 0) > 0;
  }

  private hasRoom(key: number, wasQueued: boolean): boolean {
    const { perLock, maxPerLock, maxWithLock, crowded, maxInDatabase } = this.limits;
    if (this.waiting >= maxInDatabase) return false;
    const { waiting = 0, holdingShared = 0 } = this.states.get(key) ?? {};
    if (wasQueued && waiting + holdingShared >= maxWithLock) return false;
    if (this.waiting >= crowded) return waiting === 0;
    return waiting < Math.min(maxPerLock, perLock + holdingShared);
  }

  private stateOf(key: number): State {
    const known = this.states.get(key);
    if (known) return known;
    const state = { waiting: 0, holdingShared: 0, exclusive: 0, sharing: 0, movedAt: performance.now() };
    this.states.set(key, state);
    return state;
  }

  private forget(keys: readonly number[]): void {
    for (const key of keys) {
      const { waiting, holdingShared, exclusive, sharing } = this.stateOf(key);
      if (waiting + holdingShared + exclusive + sharing === 0) this.states.delete(key);
    }
  }
}
