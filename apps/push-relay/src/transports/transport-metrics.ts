import { Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

/** What GET /metrics shows of the ways to devices; `transport` is fcm, apns or web_push. */
@Injectable()
export class TransportMetrics {
  readonly outcomes: Counter<'transport' | 'outcome' | 'reason'>;
  readonly attempts: Histogram<'transport'>;
  readonly open: Gauge<'transport'>;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.outcomes = new Counter({
      name: 'parley_relay_outcomes_total',
      help: 'Notifications by what became of them (sent, gone, refused, failed) and why',
      labelNames: ['transport', 'outcome', 'reason'],
      registers,
    });
    this.attempts = new Histogram({
      name: 'parley_relay_attempt_seconds',
      help: 'Time of one attempt to hand a notification to a service',
      labelNames: ['transport'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    });
    this.open = new Gauge({
      name: 'parley_relay_transport_open',
      help: '1: notifications get through, as far as is known; 0: no credentials, or they are not accepted',
      labelNames: ['transport'],
      registers,
    });
  }
}
