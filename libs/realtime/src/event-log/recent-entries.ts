import type { LogEntry } from '../records/audience';
import { isAfter, Position } from '../records/event-id';
import { weightOfEntry } from './weight';

/** The number of entries in memory, for clients that come from other nodes. Older entries are read from the log. */
export const KEPT = 100_000;
/** The same limit in bytes, as `weightOf` counts them, because messages may be long. */
export const KEPT_BYTES = 64 * 1024 * 1024;
/** The limits may be exceeded by this factor, because trimming at each entry would cost more. */
const SLACK = 1.2;

/** The newest entries of the log, without a gap, in memory. */
export class RecentEntries {
  private entries: LogEntry[] = [];
  /** Their sizes, and the sum of these. */
  private weights: number[] = [];
  private weight = 0;

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
      const weight = weightOfEntry(entry);
      this.entries.push(entry);
      this.weights.push(weight);
      this.weight += weight;
    }
    this.dropOld();
  }

  private dropOld(): void {
    if (this.entries.length < KEPT * SLACK && this.weight < KEPT_BYTES * SLACK) return;
    let dropped = 0;
    while (this.entries.length - dropped > KEPT || (this.weight > KEPT_BYTES && dropped < this.entries.length))
      this.weight -= this.weights[dropped++]!;
    if (dropped === 0) return;
    this.start = this.entries[dropped - 1]!;
    this.entries = this.entries.slice(dropped);
    this.weights = this.weights.slice(dropped);
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
