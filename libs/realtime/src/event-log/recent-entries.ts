import { isAfter, Position } from '../records/event-id';
import type { LogEntry } from '../records/log-entry';

/** The number of entries in memory, for clients that come from other nodes. Older entries are read from the log. */
export const KEPT = 100_000;
/** The same limit in bytes, because messages may be long. */
export const KEPT_BYTES = 64 * 1024 * 1024;
/** The limits may be exceeded by this factor, because trimming at each entry would cost more. */
const SLACK = 1.2;
/** For each new entry so many old ones are looked at. */
const LOOKED_AT = 2;

/** The newest entries of the log, without a gap, in memory. Payloads are kept as texts. */
export class RecentEntries {
  private entries: LogEntry[] = [];
  /** The sum of their sizes. */
  private weight = 0;
  /** The index of the old entry that was looked at last. */
  private lookedAt = 0;

  /** @param start everything after this position is here */
  constructor(private start: Position) {}

  get size(): number {
    return this.entries.length;
  }

  /** The approximate size in bytes. */
  get bytes(): number {
    return this.weight;
  }

  has(entry: LogEntry): boolean {
    return isAfter(entry, this.start);
  }

  /** Entries after a position; `null`: they do not reach back that far. */
  since(position: Position): LogEntry[] | null {
    if (isAfter(this.start, position)) return null;
    return this.entries.slice(this.indexAfter(position));
  }

  add(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      this.entries.push(entry.undecoded());
      this.weight += entry.weight;
    }
    this.dropDecoded(entries.length * LOOKED_AT);
    this.dropOld();
  }

  /** What was decoded for queues that came from other nodes. Meanwhile these share it. */
  private dropDecoded(count: number): void {
    const { entries } = this;
    for (let left = Math.min(count, entries.length); left > 0; left--) {
      this.lookedAt = (this.lookedAt + 1) % entries.length;
      const entry = entries[this.lookedAt]!;
      if (entry.isDecoded) entries[this.lookedAt] = entry.undecoded();
    }
  }

  private dropOld(): void {
    if (this.entries.length < KEPT * SLACK && this.weight < KEPT_BYTES * SLACK) return;
    let dropped = 0;
    while (this.entries.length - dropped > KEPT || (this.weight > KEPT_BYTES && dropped < this.entries.length))
      this.weight -= this.entries[dropped++]!.weight;
    if (dropped === 0) return;
    this.start = this.entries[dropped - 1]!;
    this.entries = this.entries.slice(dropped);
  }

  private indexAfter(position: Position): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(this.entries[middle]!, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
