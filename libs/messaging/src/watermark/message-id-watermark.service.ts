import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { MessageIdWatermarkRepository, WatermarkSample } from './message-id-watermark.repository';

/** Writing transactions usually end within milliseconds. For slower ones the previous watermark is used. */
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 2;

/**
 * The id up to which no new message can appear (ADR 9). Ids are drawn before the commit, so a message with an id below
 * the newest visible one may still be uncommitted. It must not be below a read floor when it appears.
 */
@Injectable()
export class MessageIdWatermark {
  private reached = 0;
  /** The oldest sample that still waits for transactions to end. */
  private waiting: WatermarkSample | null = null;

  constructor(
    private readonly repository: MessageIdWatermarkRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Never decreases. A long transaction delays it, but callers do not wait for that. */
  async look(): Promise<number> {
    // Inside a transaction, waiting would include the transaction itself.
    if (this.transactions.open) return this.reached;
    const sample = await this.repository.sample();
    for (let looks = 1; ; looks++) {
      this.reach(sample, await this.repository.oldestUnderWay());
      if (this.reached >= sample.lastId || looks === LOOKS) return this.reached;
      await setTimeout(BETWEEN_LOOKS_MS);
    }
  }

  private reach(sample: WatermarkSample, oldestUnderWay: number): void {
    this.waiting ??= sample;
    for (const { lastId, xid } of [this.waiting, sample]) {
      if (oldestUnderWay >= xid) this.reached = Math.max(this.reached, lastId);
    }
    if (oldestUnderWay >= this.waiting.xid) this.waiting = null;
  }
}
