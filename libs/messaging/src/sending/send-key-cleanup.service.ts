import { Backlog, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { SendKeyRepository } from './send-key.repository';

const HOURLY_MS = 60 * 60 * 1_000;
/** The time within which a client may repeat a send. */
const KEPT_SECONDS = 24 * 60 * 60;
const BATCH = 2_000;

/** Removes the stored names of sends after a day. */
@Injectable()
export class SendKeyCleanup implements Worker, OnModuleInit {
  readonly name = 'send_keys';
  readonly everyMs = HOURLY_MS;

  constructor(
    private readonly rows: SendKeyRepository,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    return (await this.rows.sweep(KEPT_SECONDS, BATCH)) === BATCH;
  }

  /** No work is ever late: old names have no effect even before they are removed. */
  async backlog(): Promise<Backlog> {
    return { waiting: 0, oldestSeconds: 0 };
  }
}
