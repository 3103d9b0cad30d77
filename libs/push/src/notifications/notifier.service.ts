import type { Organization } from '@app/identity';
import type { UserId } from '@app/kernel';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Account, Notification, fittingContent } from '../payloads/notification';
import type { ActiveDevice } from '../devices/push-device';
import { pushRequest } from '../devices/push-request';
import { deviceIdsIn } from '../devices/push-status';
import { RelayResponse, failureText } from '../relay/relay-response';
import { Relay } from '../relay/relay.client';
import { RelayResponses } from '../devices/relay-responses.service';
import { SealedBoxes } from '../devices/sealed-boxes.service';

/** One notification for some devices of one user. */
export interface DeviceDelivery {
  readonly userId: UserId;
  readonly notification: Notification;
  readonly devices: readonly ActiveDevice[];
}

/** The result of a delivery. */
export interface DeliveryResult {
  /** The relay's ids of devices that still need the notification, with the same collapse id. */
  readonly owed: readonly bigint[];
  /** The relay refused the batch that contained the delivery. It may accept the delivery without the others. */
  readonly isRefused: boolean;
}

export interface Sent {
  /** In the order of the deliveries. */
  readonly results: readonly DeliveryResult[];
  /** The relay as a whole is unreachable or asks for a pause, for at least this many seconds; `null`: no pause. */
  readonly pauseSeconds: number | null;
}

/** The result of one batch. */
interface BatchOutcome {
  readonly isOwed: (request: Request) => boolean;
  readonly isRefused: boolean;
  readonly pauseSeconds: number | null;
}

interface Request {
  readonly delivery: number;
  readonly deviceId: bigint;
  readonly body: Record<string, unknown>;
}

/** The most requests in a batch. Failed ones are sent again together. Far below the limit of relays. */
const MAX_PER_BATCH = 100;

/** After this time the rest is left for later, before its lease expires. */
const LONGEST_MS = 45_000;

/** Refusals that concern this server, the moment or the network, not the content of the batch. */
const ABOUT_US = new Set([401, 402, 403, 404, 405, 407, 408, 421, 425, 426, 429, 451]);

/** Refusals that concern one organization only. Batches of other organizations still work. */
const ABOUT_ORGANIZATION = new Set([
  'MISSING_REMOTE_REALM',
  'PUSH_NOTIFICATIONS_DISALLOWED',
  'REMOTE_REALM_SERVER_MISMATCH_ERROR',
]);

/** Seals notifications for each device and sends them to the relay in few batches. */
@Injectable()
export class Notifier {
  constructor(
    private readonly relay: Relay,
    private readonly responses: RelayResponses,
    private readonly sealedBoxes: SealedBoxes,
    private readonly log: Log,
  ) {}

  /** Called outside transactions. Throws only if `signal` aborts. */
  async send(organization: Organization, deliveries: readonly DeviceDelivery[], signal: AbortSignal): Promise<Sent> {
    const requests = deliveries.flatMap((delivery, at) => this.requestsOf(organization, delivery, at));
    const owed = deliveries.map(() => new Set<bigint>());
    const refused = new Set<number>();
    let pauseSeconds: number | null = null;
    const end = Date.now() + LONGEST_MS;
    for (let done = 0; done < requests.length; done += MAX_PER_BATCH) {
      const batch = requests.slice(done, done + MAX_PER_BATCH);
      const isInTime: boolean = pauseSeconds === null && Date.now() < end;
      const outcome: BatchOutcome | null = isInTime ? await this.sendBatch(organization, batch, signal) : null;
      for (const { delivery, deviceId } of outcome ? batch.filter(outcome.isOwed) : batch)
        owed[delivery]!.add(deviceId);
      if (outcome?.isRefused) for (const { delivery } of batch) refused.add(delivery);
      pauseSeconds ??= outcome?.pauseSeconds ?? null;
    }
    return { results: owed.map((ids, at) => ({ owed: [...ids], isRefused: refused.has(at) })), pauseSeconds };
  }

  private requestsOf(
    organization: Organization,
    { userId, notification, devices }: DeviceDelivery,
    delivery: number,
  ): Request[] {
    const account: Account = { organizationUrl: organization.url, organizationName: organization.name, userId };
    const content = fittingContent(account, notification);
    if (content === null) return [];
    const urgency = notification.type === 'message' ? 'alert' : 'background';
    return devices.map((device) => {
      const sealed = this.sealedBoxes.seal(device.publicKey, content);
      const body = pushRequest(device, sealed, urgency, notification.collapseId);
      return { delivery, deviceId: device.deviceId, body };
    });
  }

  private async sendBatch(
    organization: Organization,
    requests: readonly Request[],
    signal: AbortSignal,
  ): Promise<BatchOutcome> {
    const body = { realm_uuid: organization.uuid, push_requests: requests.map((request) => request.body) };
    const response = await this.relay.post('push/e2ee/notify', body, 'json', signal);
    const asked = requests.map(({ deviceId }) => deviceId);
    const gone = await this.responses.take(organization.id, response, asked);
    if (response.kind === 'done') {
      const failed = new Set(deviceIdsIn(response.body, 'failed_device_ids'));
      const isOwed = ({ deviceId }: Request) => failed.has(deviceId) && !gone.has(deviceId);
      return { isOwed, isRefused: false, pauseSeconds: null };
    }
    this.log.warn('notifications must wait', { organizationId: organization.id, why: failureText(response) });
    const isRefused = response.kind === 'refused' && !ABOUT_US.has(response.status);
    const isOfOrganization = response.kind === 'refused' && ABOUT_ORGANIZATION.has(response.code ?? '');
    return { isOwed: () => true, isRefused, pauseSeconds: isRefused || isOfOrganization ? null : pauseOf(response) };
  }
}

const pauseOf = (response: Exclude<RelayResponse, { kind: 'done' }>): number =>
  response.kind === 'unreachable' ? 0 : (response.retryAfterSeconds ?? 0);
