/** A pause lasts at most this many times as long as the delivery before it, and at most this long. */
const FACTOR = 8;
const LONGEST_MS = 50;
/** It ends early when nothing has come for this part of the time since it began. */
const SILENT_PART = 1 / 3;
/** So many entries are delivered at once. */
export const ENTRIES_A_DELIVERY = 1_000;

/**
 * The time after a delivery in which entries are only gathered, so that clients that have to ask again get several
 * events at once under load, instead of one by one. It lasts only as long as it gains something: when no more entries come, their
 * writers may be waiting for these. A node that has time left needs none.
 */
export class DeliveryPause {
  private beganAt = -Infinity;
  private endsAt = -Infinity;
  private cameAt = -Infinity;

  constructor(private readonly load: { readonly isBusy: boolean }) {}

  /** @param now of performance.now(), like all times here @param tookMs how long the delivery took */
  begin(now: number, tookMs: number): void {
    if (!this.load.isBusy) return;
    this.beganAt = now;
    this.endsAt = now + Math.min(tookMs * FACTOR, LONGEST_MS);
    this.cameAt = now;
  }

  isOn(now: number): boolean {
    return now < this.endsAt;
  }

  /**
   * Whether what was gathered is to be delivered now. Called after each look at the log.
   * @param found the number of entries that were new @param gathered those and the earlier ones
   */
  isOver(now: number, found: number, gathered: number): boolean {
    if (found > 0) this.cameAt = now;
    if (now >= this.endsAt || gathered >= ENTRIES_A_DELIVERY) return true;
    const isSilent = gathered > 0 && now - this.cameAt >= (now - this.beganAt) * SILENT_PART;
    if (isSilent) this.endsAt = now;
    return isSilent;
  }
}
