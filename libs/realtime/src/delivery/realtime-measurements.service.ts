import { inTime, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { EventLogRepository } from '../records/event-log.repository';
import { ResidentQueues } from './resident-queues.service';
import { LogTail } from '../event-log/log-tail.service';
import { QueueRebuilds } from './queue-rebuilds.service';

/** The measurements of GET /metrics about events. */
@Injectable()
export class RealtimeMeasurements {
  constructor(
    queues: ResidentQueues,
    tail: LogTail,
    rebuilds: QueueRebuilds,
    log: EventLogRepository,
    { registry }: Metrics,
  ) {
    const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // A value that needs the database is left out if the database does not answer. The other values matter most
          // at that time.
          const now = await inTime(Promise.resolve(value()));
          if (now === null) this.remove();
          else this.set(now);
        },
      });
    gauge(
      'parley_event_queue_bytes',
      'About how much memory the queues held by this node take, with what waits in them',
      () => queues.bytes.all,
    );
    gauge(
      'parley_event_queue_bytes_of_one_user',
      'The same of the user whose queues take the most',
      () => queues.bytes.mostOfAUser,
    );
    const counter = (name: string, help: string, value: () => number) =>
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(value());
        },
      });
    gauge('parley_event_queues', 'Event queues held by this node', () => queues.size);
    counter('parley_event_takeovers_total', 'Queues made from their rows since the start', () => rebuilds.count);
    counter('parley_event_takeover_entries_total', 'Log entries read for them', () => rebuilds.entriesRead);
    gauge('parley_event_tail_entries', 'Log entries kept in memory', () => tail.size);
    gauge('parley_event_tail_bytes', 'About how much memory they take', () => tail.bytes);
    gauge(
      'parley_event_tail_age_seconds',
      'Since this node has read the event log for the last time',
      () => tail.silenceSeconds,
    );
    gauge('parley_event_lag_seconds', 'Age of the oldest event that this node has not handed on', () =>
      log.lagSeconds(tail.position),
    );
    gauge(
      'parley_event_oldest_transaction_seconds',
      'Age of the oldest writing transaction, which holds back every event that came after it',
      () => log.oldestTransactionSeconds(),
    );
  }
}
