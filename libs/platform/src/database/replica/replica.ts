import { setTimeout as delay } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { Pool, PoolClient } from 'pg';
import { REPLICA_NAME } from '../connections/connections';
import { USUAL_TIMES } from '../connections/database-access';
import { sessionWith, usualLimits } from '../connections/session';
import { prepared } from '../database';
import { CircuitBreaker } from './circuit-breaker';
import { covers, IDENTITY, REPLAYED, WalPosition } from './wal-position';

/** A healthy replica is a few milliseconds behind, about as long as a request takes from its authentication to here. */
const PATIENCE_MS = 10;
const BETWEEN_LOOKS_MS = 2;
/** A replica that needs longer to be asked how far it is should not be asked for more. */
const CONNECT_MS = 1_000;
const ANSWER_MS = 1_000;
/** A server that has not answered for so long may stand still. */
const STANDSTILL_MS = 100;

const HOW_FAR = { ...prepared(REPLAYED), query_timeout: ANSWER_MS };
const WHICH = { ...prepared(IDENTITY), query_timeout: ANSWER_MS };

/** Why the replica does not answer a read. */
export type Refusal = 'behind' | 'away' | 'other' | 'busy';

/** The connections to the replica, and how far each of them is known to be. */
export class Replica {
  private readonly pool: Pool;
  private readonly known = new WeakMap<PoolClient, WalPosition & { askedAt: number }>();
  private readonly circuit = new CircuitBreaker();
  private patienceMs = PATIENCE_MS;
  /** Why the last read went to the primary; `null`: it did not. */
  refusal: Refusal | null = null;
  /** By how many bytes of the log the replica was behind what the last read needed. */
  behindBytes = 0;

  /**
   * The times are the usual ones on slow machines, too: the primary answers instead.
   * @param identityOfPrimary the answer of the primary to `IDENTITY`
   */
  constructor(
    url: string,
    poolSize: number,
    private readonly identityOfPrimary: () => Promise<string>,
    private readonly onFault: (error: unknown) => void,
  ) {
    const { options } = sessionWith(usualLimits(USUAL_TIMES), null);
    this.pool = new Pool({
      connectionString: url,
      max: poolSize,
      application_name: REPLICA_NAME,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: USUAL_TIMES.statementMs + 1_000,
      keepAlive: true,
      pipeline: true,
      options: `${options} -c default_transaction_read_only=on`, // it may be promoted at any time
    });
    this.pool.on('error', () => undefined); // the next query meets the same fault and reports it
  }

  /** A connection that has replayed the log up to that place; `null`: the primary has to answer. */
  async at(wanted: WalPosition): Promise<PoolClient | null> {
    if (this.isBusy) return this.refuse('busy');
    if (!this.circuit.admits(performance.now())) return null;
    let client: PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const refusal = await this.refusalOf(client, wanted);
      if (refusal === 'other') this.circuit.failed(performance.now());
      else this.circuit.succeeded();
      if (refusal === null) {
        this.refusal = null;
        return client;
      }
      client.release(refusal === 'other');
      return this.refuse(refusal);
    } catch (error) {
      client?.release(true);
      this.fail(error);
      return this.refuse('away');
    }
  }

  /** @param isBroken the connection is not used again */
  giveBack(client: PoolClient, isBroken = false): void {
    client.release(isBroken);
  }

  fail(error: unknown): void {
    if (this.circuit.isHealthy) this.onFault(error);
    this.circuit.failed(performance.now());
    this.refusal = 'away';
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  private get isBusy(): boolean {
    const { idleCount, waitingCount, totalCount, options } = this.pool;
    return totalCount - idleCount + waitingCount >= options.max;
  }

  private async refusalOf(client: PoolClient, wanted: WalPosition): Promise<Refusal | null> {
    const known = this.known.get(client);
    if (known && performance.now() - known.askedAt < STANDSTILL_MS && covers(known, wanted)) return null;
    if (!known && !(await this.isOfSameCluster(client))) return 'other';
    const until = performance.now() + this.patienceMs;
    for (;;) {
      const replayed = await this.replayedBy(client);
      if (!replayed) return 'other';
      this.known.set(client, { ...replayed, askedAt: performance.now() });
      this.behindBytes = Math.max(wanted.lsn - replayed.lsn, 0);
      if (covers(replayed, wanted)) {
        this.patienceMs = PATIENCE_MS;
        return null;
      }
      if (performance.now() >= until) break;
      await delay(BETWEEN_LOOKS_MS);
    }
    this.patienceMs = 0; // while it is far behind, reads do not wait for it
    return 'behind';
  }

  /** `null`: the server is no replica any more. Its log and that of the primary part there. */
  private async replayedBy(client: PoolClient): Promise<WalPosition | null> {
    const { rows } = await client.query<WalPosition & { isReplica: boolean }>(HOW_FAR);
    const { isReplica, timeline, lsn } = rows[0]!;
    return isReplica ? { timeline, lsn: Number(lsn) } : null;
  }

  private async isOfSameCluster(client: PoolClient): Promise<boolean> {
    const [here, there] = await Promise.all([client.query<{ identity: string }>(WHICH), this.identityOfPrimary()]);
    return here.rows[0]!.identity === there;
  }

  private refuse(refusal: Refusal): null {
    this.refusal = refusal;
    return null;
  }
}
