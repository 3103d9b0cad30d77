import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Backlog, Worker } from '../../jobs/worker';
import { Workers } from '../../jobs/workers.service';
import { RateLimitRepository } from './rate-limit.repository';

const AT_A_TIME = 1_000;
const LATE_SECONDS = 1_800;

/** Removes expired counts. */
@Injectable()
export class RateLimitSweep implements OnModuleInit, Worker {
  readonly name = 'rate_limits';
  readonly everyMs = 5 * 60 * 1000;

  constructor(
    private readonly counts: RateLimitRepository,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    return (await this.counts.removeEnded(AT_A_TIME)) === AT_A_TIME;
  }

  backlog(): Promise<Backlog> {
    return this.counts.backlog(LATE_SECONDS);
  }
}
