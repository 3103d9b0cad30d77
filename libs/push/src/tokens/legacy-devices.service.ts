import { Organizations } from '@app/identity';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ClearAccount, clearPayload, ClearPayload } from '../payloads/clear-payload';
import type { Notification } from '../payloads/notification';
import { RelayResponse, RelayBody, failureText } from '../relay/relay-response';
import { RelayPause } from '../relay/relay-pause';
import { DeviceTokenRepository, KnownToken, TokenOwner } from './device-token.repository';
import { PushIdentities } from './push-identities.service';
import { Relay } from '../relay/relay.client';
import { RelayResponses } from '../devices/relay-responses.service';

/** The result of an unencrypted notification. */
export interface ClearDelivery {
  readonly response: RelayResponse;
  /** Ids of devices that no longer exist. They are already removed. */
  readonly gone: readonly number[];
  /** Ids of devices for a later attempt with the same collapse id. */
  readonly failed: readonly number[];
}

/** Devices that can read only unencrypted notifications, through the same relay. */
@Injectable()
export class LegacyDevices {
  private readonly pause = new RelayPause();

  constructor(
    private readonly rows: DeviceTokenRepository,
    private readonly organizations: Organizations,
    private readonly identities: PushIdentities,
    private readonly relay: Relay,
    private readonly responses: RelayResponses,
    private readonly log: Log,
  ) {}

  /**
   * Sends the notifications one after the other to all of the user's devices with legacy tokens, if there are any.
   * Returns those for a later attempt. The relay sends none twice to the same device. Called outside transactions;
   * throws only if `signal` aborts.
   */
  async notify(
    owner: TokenOwner,
    notifications: readonly Notification[],
    signal?: AbortSignal,
  ): Promise<readonly Notification[]> {
    if (notifications.length === 0) return [];
    const devices = await this.rows.registered(owner.userId);
    if (devices.length === 0) return [];
    const account = await this.accountOf(owner);
    const left: Notification[] = [];
    for (const notification of notifications) {
      const isOpen = this.pause.isOver(Date.now());
      const failed = isOpen ? await this.attempt(owner, devices, account, notification, signal) : devices;
      if (failed.length > 0) left.push(notification);
    }
    return left;
  }

  /** Returns the devices for a later attempt. A relay that fails as a whole gets a pause. */
  private async attempt(
    owner: TokenOwner,
    devices: readonly KnownToken[],
    account: ClearAccount,
    notification: Notification,
    signal?: AbortSignal,
  ): Promise<readonly unknown[]> {
    const payload = clearPayload(account, notification);
    const { response, failed } = await this.send(owner, devices, payload, notification.collapseId, signal);
    if (response.kind === 'done') this.pause.end();
    else {
      this.log.warn('the relay did not take a notification in the clear', {
        userId: owner.userId,
        why: failureText(response),
      });
      if (failed.length > 0)
        this.pause.begin(Date.now(), response.kind === 'unreachable' ? 0 : (response.retryAfterSeconds ?? 0));
    }
    return failed;
  }

  /** The account data of an unencrypted notification. */
  async accountOf({ organizationId, userId }: TokenOwner): Promise<ClearAccount> {
    const { name, url, settings } = await this.organizations.current(organizationId);
    return {
      organizationId,
      organizationName: name,
      organizationUrl: url,
      userId,
      withholdsText: settings.requireE2eePushNotifications,
    };
  }

  /** Sends one notification to these devices. */
  async send(
    owner: TokenOwner,
    devices: readonly KnownToken[],
    payload: ClearPayload,
    collapseId: string | null,
    signal?: AbortSignal,
  ): Promise<ClearDelivery> {
    const request = {
      ...(await this.identities.of(owner)),
      ...payload,
      android_devices: tokensOf(devices, 'gcm'),
      apple_devices: tokensOf(devices, 'apns'),
      ...(collapseId === null ? {} : { collapse_id: collapseId }),
    };
    const response = await this.relay.post('push/notify', request, 'json', signal);
    await this.responses.take(owner.organizationId, response);
    if (response.kind !== 'done') {
      const failed = isFinal(response) ? [] : devices.map(({ id }) => id);
      return { response, gone: [], failed };
    }
    const gone = named(devices, response.body.deleted_devices);
    await this.rows.removeNow(gone);
    return { response, gone, failed: named(devices, response.body.failed_devices) };
  }
}

/** The relay will never accept it, so another attempt is useless. */
const isFinal = (response: Exclude<RelayResponse, { kind: 'done' }>): boolean =>
  response.kind === 'refused' && [400, 413, 422].includes(response.status);

const tokensOf = (devices: readonly KnownToken[], wanted: KnownToken['kind']): string[] =>
  devices.flatMap(({ kind, token }) => (kind === wanted ? [token] : []));

/** Ids of the devices whose tokens the relay names, by kind. */
function named(devices: readonly KnownToken[], answered: unknown): number[] {
  const { android_devices = [], apple_devices = [] } = (answered ?? {}) as RelayBody;
  const tokens = { gcm: new Set([android_devices].flat()), apns: new Set([apple_devices].flat()) };
  return devices.flatMap(({ id, kind, token }) => (tokens[kind].has(token) ? [id] : []));
}
