import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Metrics } from '../metrics/metrics';
import { poolOf } from './database';

/** What GET /metrics shows of this process's connections to the database. */
@Injectable()
export class PoolMeasurements {
  constructor(@InjectDataSource() dataSource: DataSource, { registry }: Metrics) {
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
  }
}
