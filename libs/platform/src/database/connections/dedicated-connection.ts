import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { performance } from 'node:perf_hooks';
import { isDatabaseAway } from './availability';
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
  /** Since when each question has been in vain (performance.now()); null: the last one was answered. */
  private awaySince: number | null = null;
  private failedAt = -Infinity;

  constructor({ url, pooler, times }: DatabaseAccess) {
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
  get isAway(): boolean {
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
      if (isDatabaseAway(error)) {
        this.awaySince ??= askedAt;
        this.failedAt = performance.now();
      } else this.awaySince = null;
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
