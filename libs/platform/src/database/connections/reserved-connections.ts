import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { AsyncContextValue } from '../../process/async-context-value';
import { connectionOptions } from '../data-source';
import { RESERVED_CONNECTIONS, RESERVED_NAME } from './connections';
import { DatabaseAccess } from './database-access';
import { poolOf } from './pool-of';

const usesReservedConnections = new AsyncContextValue<true>();

/**
 * Statements of this work never wait behind requests: if the pool has no free connection, they use a reserved one. Not
 * for transactions. For authentication and measurements.
 */
export const withReservedConnections = <T>(work: () => T): T => usesReservedConnections.run(true, work);

/** Chooses the pool for a statement outside of a transaction. */
@Injectable()
export class ReservedConnections implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly reserved: Pool;

  constructor(@InjectDataSource() dataSource: DataSource, access: DatabaseAccess) {
    this.pool = poolOf(dataSource);
    this.reserved = new Pool({
      connectionString: access.url,
      max: RESERVED_CONNECTIONS,
      application_name: RESERVED_NAME,
      connectionTimeoutMillis: access.times.connectMs,
      ...connectionOptions(access),
    });
    this.reserved.on('error', () => undefined); // the next query meets the same fault and reports it
  }

  /** Where a statement outside of a transaction is to go. */
  get forStatement(): Pool {
    return usesReservedConnections.get() && !this.hasFreeConnection ? this.reserved : this.pool;
  }

  private get hasFreeConnection(): boolean {
    const { idleCount, waitingCount, totalCount, options } = this.pool;
    return idleCount > waitingCount || totalCount < options.max;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reserved.end();
  }
}
