import { Log } from '@app/platform';
import type { DeviceKind, OutgoingNotification, Outcome, Transport } from '../notifications/notification';
import type { TransportMetrics } from './transport-metrics';

/** A kind of device for which the operator has given no credentials: its notifications wait at the server. */
export class UnconfiguredTransport implements Transport {
  private hasTold = false;

  constructor(
    readonly kind: DeviceKind,
    private readonly metrics: TransportMetrics,
    private readonly log: Log,
  ) {
    metrics.open.set({ transport: kind }, 0);
  }

  async send(batch: readonly OutgoingNotification[]): Promise<Outcome[]> {
    if (!this.hasTold) this.log.error('A kind of device has no credentials', { transport: this.kind });
    this.hasTold = true;
    this.metrics.outcomes.inc({ transport: this.kind, outcome: 'failed', reason: 'unconfigured' }, batch.length);
    return batch.map(() => 'failed');
  }

  trouble(): string {
    return `There are no credentials for ${this.kind}.`;
  }
}
