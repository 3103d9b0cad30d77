import { Clock } from '@app/kernel';
import { Destinations, Log, Metrics, OutboundPosts } from '@app/platform';
import type {
  DeviceKind,
  OutgoingNotification,
  Transport,
} from '../../../apps/push-relay/src/notifications/notification';
import type { TransportSettings } from '../../../apps/push-relay/src/transports/settings';
import { TransportMetrics } from '../../../apps/push-relay/src/transports/transport-metrics';
import { Transports } from '../../../apps/push-relay/src/transports/transports';

const NO_TRANSPORTS: TransportSettings = { fcm: null, apns: null, webPush: null };

export const SEALED = 'c2VhbGVkIHdvcmRz';
/** More than a JavaScript number holds. */
export const ACCOUNT_ID = 9_007_199_254_740_993n;

class MovedClock extends Clock {
  aheadMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

/** The relay's transports without the relay, and their messages to the operator. */
export class TransportStage {
  readonly clock = new MovedClock();
  readonly lines: string[] = [];
  readonly metrics = new Metrics();
  readonly transports: Transports;

  constructor(settings: Partial<TransportSettings>) {
    const log = new Log('debug', { write: (line: string) => void this.lines.push(line) });
    const tools = { clock: this.clock, log, metrics: new TransportMetrics(this.metrics) };
    this.transports = new Transports({ ...NO_TRANSPORTS, ...settings }, new OutboundPosts(new Destinations()), tools);
  }

  to(kind: DeviceKind): Transport {
    return this.transports.all.find((one) => one.kind === kind)!;
  }

  /** How many notifications the metrics count with that outcome, for that reason. */
  async measured(outcome: string, reason: string): Promise<number> {
    const { values } = await this.metrics.registry.getSingleMetric('parley_relay_outcomes_total')!.get();
    return values.find(({ labels }) => labels.outcome === outcome && labels.reason === reason)?.value ?? 0;
  }

  async stop(): Promise<void> {
    await this.transports.onApplicationShutdown();
  }
}

let count = 0;

/** To a device of its own. */
export const outgoing = (more: Partial<OutgoingNotification>): OutgoingNotification => ({
  organizationId: 'acme',
  deviceId: String(++count),
  token: 'a-token',
  appId: null,
  priority: 'high',
  pushType: 'alert',
  collapseId: null,
  payload: {},
  ...more,
});
