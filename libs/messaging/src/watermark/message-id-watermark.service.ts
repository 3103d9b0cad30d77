import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { MessageIdWatermarkRepository, WatermarkSample } from './message-id-watermark.repository';

/** Who writes is done within milliseconds; for anybody slower the last watermark is good enough. */
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 2;

/**
 * Up to which id no message can appear any more (ADR 9). Ids are drawn before the commit, so that the newest visible one
 * says nothing: a lower one may still be under way, and must not be below a read floor when it comes.
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

  /** Never falls. A long transaction elsewhere holds it back, but nobody waits for that. */
  async look(): Promise<number> {
    // A transaction that waited for its own end would wait for ever.
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
