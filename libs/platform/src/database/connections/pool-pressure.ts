import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { performance } from 'node:perf_hooks';
import { DataSource } from 'typeorm';
import { poolOf } from './pool-of';

/** A busy pool hands over a connection every few milliseconds. */
const STANDSTILL_MS = 1_000;

/** Whether requests still get connections to the database. */
@Injectable()
export class PoolPressure {
  private handedOverAt = performance.now();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    poolOf(dataSource).on('acquire', () => (this.handedOverAt = performance.now()));
  }

  /** Requests wait for a connection, and none has got one for a second. */
  get isExhausted(): boolean {
    return poolOf(this.dataSource).waitingCount > 0 && performance.now() - this.handedOverAt > STANDSTILL_MS;
  }
}
