import { Connection, PoolClient } from 'pg';
import { performance } from 'node:perf_hooks';
import { AsyncContextValue } from '../process/async-context-value';
import { TransactionTookTooLong } from './deadline.errors';

/**
 * PostgreSQL ends a transaction that exceeds its time (from version 17 on), even if this process hangs. This process
 * ends it earlier by this share, so that the caller gets an answer and older versions have the limit too.
 */
const AHEAD = 0.1;

/** Of the transaction whose work is under way; it outlives the transaction where the work does. */
const enclosing = new AsyncContextValue<Deadline>();

/**
 * Called before each statement. Work whose transaction was ended cannot be stopped, and its further statements would
 * run outside any transaction.
 * @throws TransactionTookTooLong
 */
export function assertTime(): void {
  const error = enclosing.get()?.error;
  if (error) throw error;
}

/** How long one transaction may still take. Its time begins when it has its locks: waiting for them holds nothing back. */
export class Deadline {
  private timer: NodeJS.Timeout | null = null;
  private begunAt: number | null = null;
  private refuse: (error: TransactionTookTooLong) => void = () => undefined;
  private readonly refused = new Promise<never>((_resolve, reject) => (this.refuse = reject));
  private past: TransactionTookTooLong | null = null;

  constructor(
    private readonly client: PoolClient,
    private readonly limitMs: number,
  ) {
    this.refused.catch(() => undefined); // `within` reports it
  }

  get hasBegun(): boolean {
    return this.begunAt !== null;
  }

  /** Set once the time is over. */
  get error(): TransactionTookTooLong | null {
    return this.past;
  }

  /** Since the locks were there; 0: they never were. */
  get elapsedMs(): number {
    return this.begunAt === null ? 0 : performance.now() - this.begunAt;
  }

  begin(): void {
    if (this.hasBegun) return;
    this.begunAt = performance.now();
    this.timer = setTimeout(() => this.pass(), this.limitMs * (1 - AHEAD)).unref();
  }

  end(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** The work, as long as there is time. @throws TransactionTookTooLong */
  within<R>(work: () => Promise<R>): Promise<R> {
    return Promise.race([enclosing.run(this, work), this.refused]);
  }

  private pass(): void {
    this.past = new TransactionTookTooLong();
    cancelStatementOf(this.client);
    this.refuse(this.past);
  }
}

/**
 * Asks PostgreSQL to cancel the statement of this connection, over a second connection: PostgreSQL does not notice a closed
 * connection before the statement ends. The connection must not be reused afterwards: the request may arrive late.
 */
function cancelStatementOf(client: PoolClient): void {
  const { host, port, processID, secretKey } = client;
  const messenger = new Connection();
  messenger.on('error', () => undefined); // the limits of the server do it, later
  messenger.on('connect', () => messenger.cancel(processID, secretKey));
  if (host.startsWith('/')) messenger.connect(`${host}/.s.PGSQL.${port}`);
  else messenger.connect(port, host);
}

/** What is behind pg's `Client.cancel`, which requires the statement. The types of pg leave it out. */
declare module 'pg' {
  interface Client {
    readonly processID: number | null;
    readonly secretKey: number | null;
  }

  interface Connection {
    connect(portOrPath: number | string, host?: string): void;
    cancel(processId: number | null, secretKey: number | null): void;
  }
}
