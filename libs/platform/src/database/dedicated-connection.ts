import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PreparedStatement, Row } from './database';

const STATEMENT_TIMEOUT_MS = 5_000;

/** One connection beside the pool, so that reading the event log never queues behind requests. Reconnects by itself. */
@Injectable()
export class DedicatedConnection implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@InjectDataSource() dataSource: DataSource) {
    const { url } = dataSource.options as { url: string };
    this.pool = new Pool({
      connectionString: url,
      max: 1,
      application_name: 'parley-tail',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // A database that vanished without a word: the connection is given up, and the next query opens another.
      query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
      connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    });
    this.pool.on('error', () => undefined); // the next query meets the same fault and reports it
  }

  async rows<T = Row>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]> {
    return (await this.pool.query({ ...statement, values: [...values] })).rows as T[];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
