import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Counter, Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Metrics } from '../../metrics/metrics';
import { LockQueue } from '../transactions/lock-queue';
import { poolOf } from './pool-of';

/** What GET /metrics shows of this process's connections to the database. */
@Injectable()
export class PoolMeasurements {
  constructor(@InjectDataSource() dataSource: DataSource, line: LockQueue, { registry }: Metrics) {
    new Gauge({
      name: 'parley_database_connections',
      help: 'Connections of the pool: at work, idle, and requests that wait for one',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = poolOf(dataSource);
        this.set({ state: 'busy' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waiting' }, waitingCount);
      },
    });
    new Gauge({
      name: 'parley_lock_waits',
      help: 'Transactions that have not got their locks: on a connection of the pool, and in line for their turn',
      labelNames: ['where'],
      registers: [registry],
      collect() {
        this.set({ where: 'database' }, line.waitingInDatabase);
        this.set({ where: 'line' }, line.length);
      },
    });
    new Counter({
      name: 'parley_lock_waits_refused_total',
      help: 'Transactions that were given up since too many waited for a lock, or for too long',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(line.refused);
      },
    });
  }
}
