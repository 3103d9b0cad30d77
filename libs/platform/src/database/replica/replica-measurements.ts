import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Log } from '../../log/log';
import { Metrics } from '../../metrics/metrics';
import { ReadObserver, ReadOutcome, ReplicaReads } from './replica-reads';

/** What GET /metrics shows of a replica, if there is one, and what the log says of it. */
@Injectable()
export class ReplicaMeasurements implements ReadObserver {
  private readonly reads: Counter | null = null;

  constructor(
    reads: ReplicaReads,
    { registry }: Metrics,
    private readonly log: Log,
  ) {
    const { replica } = reads;
    if (!replica) return;
    const registers = [registry];
    this.reads = new Counter({
      name: 'parley_replica_reads_total',
      help: 'Reads that the replica answered, and those that the primary answered instead, by reason',
      labelNames: ['outcome'],
      registers,
    });
    new Gauge({
      name: 'parley_replica_behind_bytes',
      help: 'By how much of the write-ahead log the replica was behind what the last read needed',
      registers,
      collect() {
        this.set(replica.behindBytes);
      },
    });
    reads.observer = this;
  }

  read(outcome: ReadOutcome): void {
    this.reads?.inc({ outcome });
  }

  faulted(error: unknown): void {
    this.log.warn('the replica does not answer, so the primary answers reads', { error });
  }
}
