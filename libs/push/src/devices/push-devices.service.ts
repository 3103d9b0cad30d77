import type { DomainEvents, OrganizationId, UserId } from '@app/kernel';
import { Actor, lock, OnDomainEvent, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ActiveDevice, assertRegistration, keyIn, MAX_DEVICES, statusOf, TokenKindName } from './push-device';
import { KeyIsInvalid, PushServiceIsNotConfigured } from './push-device.errors';
import { PushDeviceRepository } from './push-device.repository';
import { PushDeviceClientEvents } from './push-device.client-events';
import { Relay } from '../relay/relay.client';
import { SealedBoxes } from './sealed-boxes.service';
import { CredentialChecks } from './credential-checks.service';

/** The name of the worker that sends registrations to the relay (`PushRegistrations`). */
export const REGISTRATION_WORKER = 'push_registrations';

/** A registration in the words of the protocol; keys and ciphertext are in standard base64. */
export interface WantedDevice {
  readonly tokenKind: TokenKindName;
  readonly pushAccountId: bigint;
  readonly pushPublicKey: string;
  readonly bouncerPublicKey: string;
  readonly encryptedPushRegistration: string;
}

/**
 * Devices that receive encrypted notifications (docs/protocol/notifications.md). The registration itself is encrypted
 * for the relay, and this server cannot read it.
 */
@Injectable()
export class PushDevices {
  constructor(
    private readonly rows: PushDeviceRepository,
    private readonly clients: PushDeviceClientEvents,
    private readonly relay: Relay,
    private readonly sealedBoxes: SealedBoxes,
    private readonly credentials: CredentialChecks,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Registers a device, or registers it again. A registered or pending device stays as it is and is bound to the
   * current credentials. A failed one starts again. A worker sends the registration to the relay after the request, and
   * clients are told the result.
   * @throws PushServiceIsNotConfigured, KeyIsInvalid, RegistrationIsInvalid
   * @throws CredentialsAreInvalid when the account has ended, or what the request showed, while it was under way
   */
  async register(actor: Actor, wanted: WantedDevice): Promise<void> {
    if (!this.relay.isConfigured) throw new PushServiceIsNotConfigured();
    const { tokenKind, pushAccountId, bouncerPublicKey, encryptedPushRegistration: registration } = wanted;
    const publicKey = keyIn('push_public_key', wanted.pushPublicKey);
    if (!this.sealedBoxes.accepts(publicKey)) throw new KeyIsInvalid('push_public_key');
    keyIn('bouncer_public_key', bouncerPublicKey);
    assertRegistration(registration);
    const { organizationId, userId, keyId, sessionId } = actor;
    await this.transactions.run([lock.user(userId)], async () => {
      await this.credentials.assertValid(actor);
      const before = await this.rows.find(userId, pushAccountId);
      if (before && statusOf(before) !== 'failed') return this.rows.vouch(before.id, actor);
      if (before) await this.rows.remove(before.id);
      await this.rows.makeRoom(userId, MAX_DEVICES);
      const device = { tokenKind, pushAccountId, publicKey, bouncerPublicKey, registration, keyId, sessionId };
      await this.rows.insert(actor, device);
      this.clients.tellState({ organizationId, userId, pushAccountId, deviceId: null, errorCode: null });
    });
    this.workers.nudge(REGISTRATION_WORKER);
  }

  /** Registered devices of these users, by user and id. */
  async active(userIds: readonly UserId[]): Promise<ActiveDevice[]> {
    return userIds.length === 0 ? [] : this.rows.active(userIds);
  }

  /** The relay does not know these devices: removes them, so that they must register again. Returns their number. */
  async removeGone(organizationId: OrganizationId, deviceIds: readonly bigint[]): Promise<number> {
    return deviceIds.length === 0 ? 0 : this.rows.removeGone(organizationId, deviceIds);
  }

  /** When credentials end, the devices registered with them receive nothing more. */
  @OnDomainEvent('CredentialsEnded', 'push')
  async credentialsEnded({ userId, keyIds, sessionIds, isThorough }: DomainEvents['CredentialsEnded']): Promise<void> {
    if (isThorough) await this.rows.removeAll(userId);
    else await this.rows.removeOpenedWith(userId, keyIds, sessionIds);
  }

  @OnDomainEvent('UserDeactivated', 'push')
  async userDeactivated({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.rows.removeAll(userId);
  }
}
