import { Organizations } from '@app/identity';
import { Clock } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  NoPushDeviceIsActive,
  PushServiceIsNotConfigured,
  RelayIsBroken,
  RelayIsUnreachable,
  RelayRefusesOrganization,
} from './push-device.errors';
import { pushRequest } from './push-request';
import { deviceIdsIn } from './push-status';
import { PushDevices } from './push-devices.service';
import { Relay } from '../relay/relay.client';
import { RelayResponses } from './relay-responses.service';
import { SealedBoxes } from './sealed-boxes.service';

/** Sends test notifications and reports why they fail (docs/protocol/notifications.md). */
@Injectable()
export class TestNotifications {
  constructor(
    private readonly devices: PushDevices,
    private readonly relay: Relay,
    private readonly responses: RelayResponses,
    private readonly sealedBoxes: SealedBoxes,
    private readonly organizations: Organizations,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends to one of the actor's devices, or to all of them (`null`). Returns after the relay's answer.
   * @throws NoPushDeviceIsActive, PushServiceIsNotConfigured, RelayRefusesOrganization, RelayIsUnreachable,
   * RelayIsBroken
   */
  async send({ organizationId, userId }: Actor, pushAccountId: bigint | null): Promise<void> {
    const own = await this.devices.active([userId]);
    const devices = own.filter((device) => pushAccountId === null || device.pushAccountId === pushAccountId);
    if (devices.length === 0) throw new NoPushDeviceIsActive();
    if (!this.relay.isConfigured) throw new PushServiceIsNotConfigured();
    const { uuid, url, name } = await this.organizations.current(organizationId);
    const time = this.clock.seconds();
    const content = { type: 'test', realm_url: url, realm_name: name, user_id: userId, time };
    const requests = devices.map((device) =>
      pushRequest(device, this.sealedBoxes.seal(device.publicKey, content), 'alert', null),
    );
    const response = await this.relay.post('push/e2ee/notify', { realm_uuid: uuid, push_requests: requests }, 'json');
    const asked = devices.map(({ deviceId }) => deviceId);
    const gone = await this.responses.take(organizationId, response, asked);
    if (response.kind === 'unreachable') throw new RelayIsUnreachable();
    if (response.kind === 'broken') throw new RelayIsBroken();
    if (response.kind === 'refused') throw new RelayRefusesOrganization();
    const there = devices.filter(({ deviceId }) => !gone.has(deviceId));
    if (there.length === 0) throw new NoPushDeviceIsActive();
    const failed = new Set(deviceIdsIn(response.body, 'failed_device_ids'));
    if (there.every(({ deviceId }) => failed.has(deviceId))) throw new RelayIsBroken();
  }
}
