import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { prepared } from '../database';
import { DedicatedConnection } from './dedicated-connection';

const PULSE = prepared('SELECT 1');

/** Checks whether the database answers, on a separate connection. A node whose pool is busy can still serve. */
@Injectable()
export class DatabasePulse {
  constructor(private readonly connection: DedicatedConnection) {}

  /** Whether it has been out of reach for longer than a restart takes, as far as is known without asking. */
  get isAway(): boolean {
    return this.connection.isAway;
  }

  /** Never rejects; false where there is no answer within that time. */
  async isThere(patienceMs: number): Promise<boolean> {
    const patience = new AbortController();
    const answer = this.connection.rows(PULSE, []).then(
      () => true,
      () => false,
    );
    const timeout = delay(patienceMs, false, { signal: patience.signal }).catch(() => false);
    return Promise.race([answer, timeout]).finally(() => patience.abort());
  }
}
