import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { type ClientBase, Pool } from 'pg';
import { performance } from 'node:perf_hooks';
import { isDatabaseUnavailable } from './availability';
import { TAIL_NAME } from './connections';
import type { PreparedStatement, Row } from '../database';
import { DatabaseAccess } from './database-access';
import { sessionWith, usualLimits } from './session';

/** A restart of PostgreSQL may well be over by then. */
const SHORT_ABSENCE_MS = 3_000;
/** An older result says nothing about the present, if no caller has asked since. */
const MEMORY_MS = 8_000;

/**
 * A connection outside the pool, so that reading the event log never waits behind requests. Reconnects automatically.
 */
@Injectable()
export class DedicatedConnection implements OnApplicationShutdown {
  private readonly pool: Pool;
  /** When the first of the failed statements was sent (performance.now()); null: the last one was answered. */
  private awaySince: number | null = null;
  private failedAt = -Infinity;
  /** A pooler lends the session to others, so it cannot listen. */
  readonly canListen: boolean;

  constructor({ url, pooler, times }: DatabaseAccess) {
    this.canListen = pooler === null;
    this.pool = new Pool({
      connectionString: url,
      max: 1,
      application_name: TAIL_NAME,
      // A database that vanished without a word: the connection is given up, and the next query opens another.
      query_timeout: times.statementMs + 1_000,
      connectionTimeoutMillis: times.statementMs,
      ...sessionWith(usualLimits(times), pooler),
    });
    this.pool.on('error', () => undefined); // the next query meets the same fault and reports it
  }

  /** Whether the database has been unreachable for longer than a restart takes. Known while callers keep asking. */
  get isUnavailable(): boolean {
    const now = performance.now();
    return this.awaySince !== null && now - this.awaySince > SHORT_ABSENCE_MS && now - this.failedAt < MEMORY_MS;
  }

  async rows<T = Row>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]> {
    const askedAt = performance.now();
    try {
      const { rows } = await this.pool.query({ ...statement, values: [...values] });
      this.awaySince = null;
      return rows as T[];
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        this.awaySince ??= askedAt;
        this.failedAt = performance.now();
      } else this.awaySince = null;
      throw error;
    }
  }

  /**
   * Calls `heard` with the text of each NOTIFY on the channel, as far as the connection stands: notifications may be lost.
   * @param channel a plain lower-case name
   */
  listen(channel: string, heard: (text: string) => void): void {
    if (!this.canListen) return;
    const onConnect = async (client: ClientBase): Promise<void> => {
      client.on('notification', ({ payload = '' }) => heard(payload));
      await client.query(`LISTEN ${channel}`).catch(() => undefined); // a replica refuses it
    };
    Object.assign(this.pool.options, { onConnect }); // the pool waits for it, which its types do not tell
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
