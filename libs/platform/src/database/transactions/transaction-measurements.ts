import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { operationName } from '../../http/authentication/origin';
import { Log } from '../../log/log';
import { Metrics } from '../../metrics/metrics';
import { TransactionObserver, Transactions } from './transactions';

const BUCKETS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
/** Clients notice by then that events come late. */
const LONG_MS = 1_000;

/**
 * Measurements and log lines about transactions that delay client events. All transactions that may write do so as long
 * as they last.
 */
@Injectable()
export class TransactionMeasurements implements TransactionObserver {
  private readonly durations: Histogram;
  private readonly endings: Counter;

  constructor(
    transactions: Transactions,
    { registry }: Metrics,
    private readonly log: Log,
  ) {
    const registers = [registry];
    this.durations = new Histogram({
      name: 'parley_transaction_seconds',
      help: 'How long transactions that may write held back events, from when they had their locks',
      buckets: BUCKETS_SECONDS,
      registers,
    });
    this.endings = new Counter({
      name: 'parley_transactions_ended_total',
      help: 'Transactions that were ended because they took too long',
      labelNames: ['operation'],
      registers,
    });
    transactions.observer = this;
  }

  took(milliseconds: number): void {
    this.durations.observe(milliseconds / 1_000);
    if (milliseconds >= LONG_MS)
      this.log.warn('a transaction held back events', {
        operation: operationName(),
        milliseconds: Math.round(milliseconds),
      });
  }

  ended(error: unknown): void {
    const operation = operationName();
    this.endings.inc({ operation });
    this.log.error('a transaction took too long and was ended', { operation, error });
  }
}
