import type {
  DeviceKind,
  OutgoingNotification,
  Outcome,
  Transport,
} from '../../../apps/push-relay/src/notifications/notification';

/** A way to devices that remembers what it was handed, and says what a test wants it to. */
export class ScriptedTransport implements Transport {
  readonly handed: OutgoingNotification[] = [];
  /** What becomes of a notification; it may take its time. */
  script: (notification: OutgoingNotification) => Outcome | Promise<Outcome> = () => 'sent';
  closed: string | null = null;

  constructor(readonly kind: DeviceKind) {}

  async send(batch: readonly OutgoingNotification[]): Promise<Outcome[]> {
    this.handed.push(...batch);
    return Promise.all(batch.map((notification) => this.script(notification)));
  }

  trouble(): string | null {
    return this.closed;
  }

  /** Forgets everything, and takes whatever comes. */
  reset(): void {
    this.handed.length = 0;
    this.script = () => 'sent';
    this.closed = null;
  }
}
