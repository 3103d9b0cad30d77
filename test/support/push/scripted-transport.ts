import type {
  DeviceKind,
  OutgoingNotification,
  Outcome,
  Transport,
} from '../../../apps/push-relay/src/notifications/notification';

/** A transport that records its notifications, and answers as a test says. */
export class ScriptedTransport implements Transport {
  readonly handed: OutgoingNotification[] = [];
  /** The result for a notification, perhaps after a delay. */
  script: (notification: OutgoingNotification) => Outcome | Promise<Outcome> = () => 'sent';
  closed: string | null = null;

  constructor(readonly kind: DeviceKind) {}

  async send(batch: readonly OutgoingNotification[]): Promise<Outcome[]> {
    this.handed.push(...batch);
    return Promise.all(batch.map(async (notification) => this.script(notification)));
  }

  trouble(): string | null {
    return this.closed;
  }

  /** Drops all records, and accepts every notification. */
  reset(): void {
    this.handed.length = 0;
    this.script = () => 'sent';
    this.closed = null;
  }
}
