/** The length of a lease in seconds. The worker renews it while it works on the rows. */
export const LEASE_SECONDS = 15;

const RENEW_MS = 4_000;

/**
 * Rows that a worker of this process has leased. The leases are renewed while the relay works, and expire a few seconds
 * after the process was killed.
 */
export class LeasedRows<Row> {
  private readonly rows = new Set<Row>();
  private renewal: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;

  /** @param renew extends the leases of rows; it never rejects */
  constructor(private readonly renew: (rows: readonly Row[]) => Promise<void>) {}

  take(rows: readonly Row[]): void {
    for (const row of rows) this.rows.add(row);
    if (this.rows.size > 0) this.timer ??= setInterval(() => this.renewAll(), RENEW_MS);
  }

  /** Stops the renewal. After it resolves, no renewal can overwrite the rows' times. */
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
