import { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { clearTest } from '../payloads/clear-payload';
import { PushDeviceTokenIsInvalid } from './device-token.errors';
import {
  NoPushDeviceIsActive,
  PushServiceIsNotConfigured,
  RelayIsBroken,
  RelayIsUnreachable,
  RelayRefusesOrganization,
} from '../devices/push-device.errors';
import { DeviceTokenRepository } from './device-token.repository';
import { LegacyDevices } from './legacy-devices.service';
import { Relay } from '../relay/relay.client';

/** Test notifications to a user's own devices with legacy tokens. */
@Injectable()
export class TokenTests {
  constructor(
    private readonly rows: DeviceTokenRepository,
    private readonly devices: LegacyDevices,
    private readonly relay: Relay,
  ) {}

  /**
   * Sends to the device with that token, or to all.
   * @throws PushDeviceTokenIsInvalid for a token that is not one of the actor's, or that the relay knows no more
   * @throws NoPushDeviceIsActive, PushServiceIsNotConfigured
   * @throws RelayRefusesOrganization, RelayIsUnreachable, RelayIsBroken
   */
  async send(actor: Actor, token: string | null): Promise<void> {
    const id = token === null ? null : await this.rows.find(actor.userId, ['gcm', 'apns'], token);
    if (token !== null && id === null) throw new PushDeviceTokenIsInvalid();
    // Without a relay there are no registered devices, but the user may have tokens.
    if (!this.relay.isConfigured && (await this.rows.ids(actor.userId)).length > 0)
      throw new PushServiceIsNotConfigured();
    const devices = await this.rows.registered(actor.userId, id === null ? null : [id]);
    if (devices.length === 0) throw new NoPushDeviceIsActive();
    const payload = clearTest(await this.devices.accountOf(actor));
    const { response, gone, failed } = await this.devices.send(actor, devices, payload, null);
    if (response.kind === 'unreachable') throw new RelayIsUnreachable();
    if (response.kind === 'broken') throw new RelayIsBroken();
    if (response.kind === 'refused') throw new RelayRefusesOrganization();
    if (gone.length + failed.length < devices.length) return;
    if (failed.length > 0) throw new RelayIsBroken();
    throw token === null ? new NoPushDeviceIsActive() : new PushDeviceTokenIsInvalid();
  }
}
