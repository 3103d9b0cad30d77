import { Log, Secrets } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Device } from '../devices/device';
import { Devices } from '../devices/devices.service';
import { RelayMetrics } from '../metrics/relay-metrics';
import { Claim, DeliveryRepository, keyOf, Showing } from './delivery.repository';
import { DeviceKind, OutgoingNotification, Outcome, Transport, TRANSPORTS } from './notification';

type Carried = 'organizationId' | 'priority' | 'pushType' | 'collapseId' | 'payload';

/** One notification for one device. */
export interface Delivery extends Pick<OutgoingNotification, Carried> {
  readonly device: Device;
}

interface Task extends Delivery {
  /** The key of the stored delivery; `null`: without a collapse id nothing is stored. */
  readonly showing: Showing | null;
  /** Equal for two that would show a device the same thing. */
  readonly key: string;
}

/**
 * Sends notifications to the services, and stores for a day which device was sent which notification. So a repeated
 * request sends nothing twice. Nothing else of a notification is stored.
 */
@Injectable()
export class Deliveries {
  constructor(
    private readonly rows: DeliveryRepository,
    private readonly devices: Devices,
    private readonly secrets: Secrets,
    private readonly metrics: RelayMetrics,
    private readonly log: Log,
    @Inject(TRANSPORTS) private readonly transports: readonly Transport[],
  ) {}

  /** Returns the outcomes in order, and removes devices that no longer exist. */
  async deliver(deliveries: readonly Delivery[]): Promise<Outcome[]> {
    const tasks = deliveries.map((delivery, index) => this.taskOf(delivery, index));
    const distinct = [...new Map(tasks.map((task) => [task.key, task])).values()];
    const claims = await this.claim(distinct);
    const mine = distinct.filter(({ key }) => (claims.get(key) ?? 'ours') === 'ours');
    const outcomes = await this.send(mine);
    const fates = new Map(mine.map(({ key }, index) => [key, outcomes[index]!]));
    await this.settle(mine, fates);
    // Another process is sending it. The outcome is unknown until that ends.
    return tasks.map(({ key }) => fates.get(key) ?? (claims.get(key) === 'sent' ? 'sent' : 'failed'));
  }

  /** Whether none of these kinds of devices can be reached at all, as far as is known. */
  isClosedFor(kinds: ReadonlySet<DeviceKind>): boolean {
    const troubles = this.troubles();
    return kinds.size > 0 && [...kinds].every((kind) => troubles.get(kind) !== null);
  }

  /** A sentence for each kind whose way is closed; null where it is open. */
  troubles(): Map<DeviceKind, string | null> {
    return new Map(this.transports.map((transport) => [transport.kind, transport.trouble()]));
  }

  private taskOf(delivery: Delivery, index: number): Task {
    const { device, collapseId } = delivery;
    if (collapseId === null) return { ...delivery, showing: null, key: `${index}` };
    const showing = { deviceId: device.id, collapseHash: this.secrets.token('collapse id', collapseId) };
    return { ...delivery, showing, key: keyOf(showing) };
  }

  private async claim(tasks: readonly Task[]): Promise<Map<string, Claim>> {
    const remembered = tasks.flatMap(({ showing }) => showing ?? []);
    if (remembered.length === 0) return new Map();
    const claims = await this.rows.claim(remembered);
    this.metrics.repeats.inc(claims.filter((claim) => claim !== 'ours').length);
    return new Map(remembered.map((showing, index) => [keyOf(showing), claims[index]!]));
  }

  /** All kinds at once. */
  private async send(tasks: readonly Task[]): Promise<Outcome[]> {
    const outcomes = new Map<Task, Outcome>();
    const sending = this.transports.map(async (transport) => {
      const some = tasks.filter(({ device }) => device.kind === transport.kind);
      if (some.length === 0) return;
      const results = await transport.send(some.map(outgoing));
      some.forEach((task, index) => outcomes.set(task, results[index]!));
    });
    await Promise.all(sending);
    return tasks.map((task) => outcomes.get(task) ?? 'failed');
  }

  /** The notifications are sent, even if storing that fails. The answer is correct in both cases. */
  private async settle(tasks: readonly Task[], fates: ReadonlyMap<string, Outcome>): Promise<void> {
    const showings = (isSent: boolean) =>
      tasks.filter(({ key }) => (fates.get(key) === 'sent') === isSent).flatMap(({ showing }) => showing ?? []);
    const gone = tasks.filter(({ key }) => fates.get(key) === 'gone').map(({ device }) => device.id);
    try {
      await this.rows.confirm(showings(true));
      await this.rows.giveBack(showings(false));
      await this.devices.forget(gone);
    } catch (error) {
      this.log.warn('what was delivered could not be written down', { error });
    }
  }
}

function outgoing({ device, organizationId, priority, pushType, collapseId, payload }: Task): OutgoingNotification {
  const { id: deviceId, token, appId } = device;
  return { organizationId, deviceId, token, appId, priority, pushType, collapseId, payload };
}
