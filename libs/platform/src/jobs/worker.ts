/** Work that waits, for the measurements. */
export interface Backlog {
  readonly waiting: number;
  /** Age of what has waited longest; 0 where nothing waits. */
  readonly oldestSeconds: number;
}

/**
 * Handles rows of work in a table, such as messages, mails or pushes that are due. Every node runs every worker. A row
 * is claimed and deleted (or marked as done) in the transaction that does its work, with SKIP LOCKED. So it is done
 * once, whichever nodes are killed.
 */
export interface Worker {
  /** One word, for the log and the measurements. */
  readonly name: string;
  /** The time between two looks without a nudge, while there is traffic. Without traffic the time grows (`WorkerLoop`). */
  readonly everyMs: number;
  /**
   * Milliseconds until the first row is due that waits for a time; `null`: no row waits. For workers that must be punctual
   * without traffic.
   */
  dueInMs?(): Promise<number | null>;
  /**
   * Does some of what is due, in transactions of less than 200 ms each; looks at the signal between them. Answers whether
   * more is due at once. The worker handles the failure of one row itself; what it throws delays all of its rows.
   */
  work(signal: AbortSignal): Promise<boolean>;
  backlog(): Promise<Backlog>;
}
