import { Injectable } from '@nestjs/common';
import type { Device } from '../devices/device';
import { Devices } from '../devices/devices.service';
import { NothingGotThrough } from '../http/errors';
import type { Organization } from '../organizations/organization';
import { Quotas } from '../organizations/quotas.service';
import { Realms } from '../organizations/realms.service';
import { Deliveries } from './deliveries.service';
import type { DeviceKind, Outcome } from './notification';
import type { NotifyRequest, PushRequest } from './notify-request';
import { payloadFor } from './payload';

/** What came of a call; ids are decimal. */
export interface NotifyResult {
  /** What was sent now or before, by the kind of device. */
  readonly sent: Readonly<Record<DeviceKind, number>>;
  /** Devices that do not exist; the server removes them. */
  readonly toDelete: readonly string[];
  /** Not sent: the server tries again. */
  readonly failed: readonly string[];
}

interface Addressed {
  readonly request: PushRequest;
  readonly device: Device;
}

@Injectable()
export class Notifications {
  constructor(
    private readonly devices: Devices,
    private readonly realms: Realms,
    private readonly quotas: Quotas,
    private readonly deliveries: Deliveries,
  ) {}

  /**
   * Devices of other realms are answered as those that do not exist.
   * @throws RealmIsUnknown, RealmIsOfAnother, QuotaIsUsedUp, NothingGotThrough
   */
  async notify(organization: Organization, { realmUuid, requests }: NotifyRequest): Promise<NotifyResult> {
    await this.realms.assertOf(organization, realmUuid);
    await this.quotas.take(organization, requests.length);
    const ids = [...new Set(requests.map(({ deviceId }) => deviceId))];
    const known = await this.devices.find(realmUuid, ids);
    const addressed = requests.flatMap((request) => {
      const device = known.get(request.deviceId);
      return device?.account ? { request, device } : [];
    });
    const outcomes = await this.deliveries.deliver(
      addressed.map(({ request, device }) => ({
        ...request,
        organizationId: organization.id,
        device,
        payload: payloadFor(device, request),
      })),
    );
    const unknown = ids.filter((id) => !known.get(id)?.account);
    this.assertOpen(addressed, outcomes, unknown);
    return resultOf(addressed, outcomes, unknown);
  }

  /** If no transport works at all, an error tells the operator more than a list of failures. */
  private assertOpen(addressed: readonly Addressed[], outcomes: readonly Outcome[], unknown: readonly string[]): void {
    const kinds = new Set(addressed.map(({ device }) => device.kind));
    const isAllFailed = outcomes.every((outcome) => outcome === 'failed') && unknown.length === 0;
    if (isAllFailed && this.deliveries.isClosedFor(kinds)) throw new NothingGotThrough();
  }
}

function resultOf(addressed: readonly Addressed[], outcomes: readonly Outcome[], unknown: string[]): NotifyResult {
  const sent = { fcm: 0, apns: 0, web_push: 0 };
  const gone = new Set(unknown);
  const failed = new Set<string>();
  addressed.forEach(({ device }, index) => {
    const outcome = outcomes[index];
    if (outcome === 'sent') sent[device.kind]++;
    if (outcome === 'gone') gone.add(device.id);
    if (outcome === 'failed') failed.add(device.id);
  });
  return { sent, toDelete: [...gone], failed: [...failed].filter((id) => !gone.has(id)) };
}
