import type { OnModuleInit } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/connections/availability';
import type { Log } from '../log/log';
import type { Outbox } from './outbox';
import type { Backlog, Worker } from './worker';
import type { Workers } from './workers.service';

const EVERY_MS = 5_000;
/** Rows that are read together; each is a transaction. */
const READ_TOGETHER = 20;

/**
 * Handles the rows of an outbox one by one. A row that fails does not delay the others: it is tried again later, and
 * removed after many failures.
 */
export abstract class OutboxWorker implements Worker, OnModuleInit {
  abstract readonly name: string;
  readonly everyMs = EVERY_MS;
  /** What the log says of a row that failed. */
  protected abstract readonly failure: string;

  constructor(
    private readonly outbox: Outbox,
    protected readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const due = await this.due(READ_TOGETHER);
    for (const id of due) if (!signal.aborted) await this.attempt(id);
    return due.length > 0;
  }

  backlog(): Promise<Backlog> {
    return this.outbox.backlog();
  }

  /** Ids of the next rows, in their order. */
  protected due(limit: number): Promise<number[]> {
    return this.outbox.due(limit);
  }

  /** Does the work of the row and removes it. Another node may have done so already. */
  protected abstract handle(id: number): Promise<void>;

  private async attempt(id: number): Promise<void> {
    try {
      await this.handle(id);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const isGivenUp = !(await this.outbox.postpone(id));
      this.log.warn(this.failure, { id, isGivenUp, error });
    }
  }
}
