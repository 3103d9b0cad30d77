/** Seconds for which rows that a worker has taken up are its own, unless it says again that it is at them. */
export const LEASE_SECONDS = 15;

const RENEW_MS = 4_000;

/**
 * Rows that a worker of this process is at: they stay its own for however long the relay takes, and are others' a few
 * seconds after the process was killed.
 */
export class LeasedRows<Row> {
  private readonly rows = new Set<Row>();
  private renewal: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;

  /** @param renew lengthens the lease of rows; it does not reject */
  constructor(private readonly renew: (rows: readonly Row[]) => Promise<void>) {}

  take(rows: readonly Row[]): void {
    for (const row of rows) this.rows.add(row);
    if (this.rows.size > 0) this.timer ??= setInterval(() => this.renewAll(), RENEW_MS);
  }

  /** Afterwards nothing here changes them any more, whatever they are given as their time. */
  async letGo(rows: readonly Row[]): Promise<void> {
    for (const row of rows) this.rows.delete(row);
    if (this.rows.size === 0 && this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
    await this.renewal;
  }

  private renewAll(): void {
    this.renewal = this.renewal.then(() => this.renew([...this.rows]));
  }
}
