import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { prepared } from '../database';
import { DedicatedConnection } from './dedicated-connection';

const PING = prepared('SELECT 1');

/** Checks whether the database answers, on a separate connection. A node whose pool is busy can still serve. */
@Injectable()
export class DatabasePing {
  constructor(private readonly connection: DedicatedConnection) {}

  /** Whether it has been out of reach for longer than a restart takes, as far as is known without asking. */
  get isUnavailable(): boolean {
    return this.connection.isUnavailable;
  }

  /** Never rejects; false where there is no answer within that time. */
  async responds(timeoutMs: number): Promise<boolean> {
    const timer = new AbortController();
    const answer = this.connection.rows(PING, []).then(
      () => true,
      () => false,
    );
    const timeout = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([answer, timeout]).finally(() => timer.abort());
  }
}
