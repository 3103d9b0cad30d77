import type { UserId } from '@app/kernel';

/** An interval of message ids in which a user was subscribed. `from` and `to` are themselves not ids of messages. */
export interface Period {
  readonly userId: UserId;
  readonly from: number;
  /** `null`: the subscription continues. */
  readonly to: number | null;
}

type Closed = Readonly<{ from: number; to: number }>;

/**
 * The subscribers of one channel at each position: the periods as read from the table, with all later changes. A change
 * may arrive twice, or after a read that has seen it; both have no effect. Answers for positions above `floor`.
 */
export class Memberships {
  private readonly open = new Map<UserId, number>();
  private readonly closed = new Map<UserId, Closed[]>();
  private lowest: number;
  private closedCount = 0;

  constructor(floor: number, periods: readonly Period[]) {
    this.lowest = floor;
    for (const { userId, from, to } of periods) {
      if (to === null) this.open.set(userId, from);
      else if (to > floor) this.close(userId, { from, to });
    }
  }

  /** The number of periods. */
  get size(): number {
    return this.open.size + this.closedCount;
  }

  /** Answers for positions up to this one are incomplete. */
  get floor(): number {
    return this.lowest;
  }

  /** The read has seen all changes up to the floor, or they ended before. */
  join(userIds: readonly UserId[], position: number): void {
    if (position <= this.lowest) return;
    for (const userId of userIds) {
      const isKnown = this.open.has(userId) || this.closed.get(userId)?.some(({ from }) => from === position);
      if (!isKnown) this.open.set(userId, position);
    }
  }

  leave(userIds: readonly UserId[], position: number): void {
    for (const userId of userIds) {
      const from = this.open.get(userId);
      if (from === undefined || from >= position) continue;
      this.open.delete(userId);
      if (position > this.lowest) this.close(userId, { from, to: position });
    }
  }

  *members(position: number): Iterable<UserId> {
    for (const [userId, from] of this.open) if (from < position) yield userId;
    for (const [userId, periods] of this.closed) if (covers(periods, position)) yield userId;
  }

  includes(userId: UserId, position: number): boolean {
    const from = this.open.get(userId);
    return (from !== undefined && from < position) || covers(this.closed.get(userId) ?? [], position);
  }

  /** All periods, for checks. */
  periods(): Period[] {
    const closed = [...this.closed].flatMap(([userId, periods]) => periods.map((one) => ({ userId, ...one })));
    return [...closed, ...Array.from(this.open, ([userId, from]) => ({ userId, from, to: null }))];
  }

  /** Drops periods that ended at or before a position. Positions up to it can then no longer be answered. */
  forget(position: number): void {
    if (position <= this.lowest) return;
    this.lowest = position;
    for (const [userId, periods] of this.closed) {
      const kept = periods.filter(({ to }) => to > position);
      this.closedCount -= periods.length - kept.length;
      if (kept.length > 0) this.closed.set(userId, kept);
      else this.closed.delete(userId);
    }
  }

  private close(userId: UserId, period: Closed): void {
    this.closed.set(userId, [...(this.closed.get(userId) ?? []), period]);
    this.closedCount++;
  }
}

const covers = (periods: readonly Closed[], position: number): boolean =>
  periods.some(({ from, to }) => from < position && position < to);
