import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Device } from '../devices/device';
import { Devices } from '../devices/devices.service';
import { registrationOf } from '../devices/registration';
import { NothingGotThrough, RequestIsInvalid } from '../http/errors';
import { Deliveries, Delivery } from '../notifications/deliveries.service';
import type { DeviceKind, Outcome } from '../notifications/notification';
import type { Organization } from '../organizations/organization';
import { Quotas } from '../organizations/quotas.service';
import { Realms } from '../organizations/realms.service';
import { LegacyDeviceRepository, LegacyUser } from './legacy-device.repository';
import type { LegacyNotifyRequest } from './legacy-notify-request';

/** A device as its server registers it, in the clear. */
export interface LegacyRegistration {
  readonly realmUuid: string;
  readonly userUuid: string;
  readonly kind: 'fcm' | 'apns';
  readonly token: string;
  /** Of Apple's devices only. */
  readonly appId: string | null;
}

/** What became of a notification, by the tokens of the devices as the server wrote them. */
export interface LegacyFates {
  readonly sent: Record<'fcm' | 'apns', number>;
  /** Not registered here for that user, or not any more. */
  readonly deleted: Record<'fcm' | 'apns', string[]>;
  /** To be tried again. */
  readonly failed: Record<'fcm' | 'apns', string[]>;
}

const KINDS = ['fcm', 'apns'] as const;

/** Devices of apps that do not encrypt: their servers tell the relay the tokens, and a word for the user. */
@Injectable()
export class LegacyDevices {
  constructor(
    private readonly rows: LegacyDeviceRepository,
    private readonly devices: Devices,
    private readonly deliveries: Deliveries,
    private readonly realms: Realms,
    private readonly quotas: Quotas,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Once or again. The realm becomes the organization's with its first registration.
   * @throws QuotaIsUsedUp, RequestIsInvalid, RealmIsOfAnother
   */
  async register(organization: Organization, wanted: LegacyRegistration): Promise<void> {
    await this.quotas.take(organization, 1);
    const device = registrationOf(wanted.kind, wanted.token, wanted.appId);
    await this.realms.bind(organization, [wanted.realmUuid]);
    await this.devices.keep(wanted.realmUuid, { userHash: this.userOf(wanted).userHash }, device);
  }

  /** @throws RealmIsUnknown, RealmIsOfAnother, RequestIsInvalid for a device that is not there */
  async unregister(organization: Organization, wanted: Omit<LegacyRegistration, 'appId'>): Promise<void> {
    await this.realms.assertOf(organization, wanted.realmUuid);
    const hash = this.hashOf(wanted.kind, wanted.token);
    if (!(await this.rows.remove(this.userOf(wanted), wanted.kind, hash)))
      throw new RequestIsInvalid('The device is not registered');
  }

  /**
   * To those of the devices that are registered for the user.
   * @throws RealmIsUnknown, RealmIsOfAnother, QuotaIsUsedUp, NothingGotThrough
   */
  async notify(organization: Organization, request: LegacyNotifyRequest): Promise<LegacyFates> {
    await this.realms.assertOf(organization, request.realmUuid);
    await this.quotas.take(organization, Math.max(1, request.fcm.tokens.length + request.apns.tokens.length));
    const wanted = KINDS.flatMap((kind) => request[kind].tokens.map((token) => ({ kind, token })));
    const present = await this.present(request, wanted);
    const known = wanted.filter(({ kind, token }) => present.has(nameOf(kind, this.hashOf(kind, token))));
    const deliveries = known.map(({ kind, token }): Delivery => ({
      organizationId: organization.id,
      device: present.get(nameOf(kind, this.hashOf(kind, token)))!,
      collapseId: request.collapseId,
      ...request[kind].shape,
    }));
    const outcomes = await this.deliveries.deliver(deliveries);
    const kinds = new Set<DeviceKind>(known.map(({ kind }) => kind));
    if (outcomes.every((outcome) => outcome === 'failed') && this.deliveries.isClosedFor(kinds))
      throw new NothingGotThrough();
    const fates = new Map<string, Outcome>(known.map((one, at) => [nameOf(one.kind, one.token), outcomes[at]!]));
    const having = (kind: 'fcm' | 'apns', fate: Outcome): string[] =>
      request[kind].tokens.filter((token) => (fates.get(nameOf(kind, token)) ?? 'gone') === fate);
    return {
      sent: { fcm: having('fcm', 'sent').length, apns: having('apns', 'sent').length },
      deleted: { fcm: having('fcm', 'gone'), apns: having('apns', 'gone') },
      failed: { fcm: having('fcm', 'failed'), apns: having('apns', 'failed') },
    };
  }

  /** By kind and hash. */
  private async present(
    request: LegacyNotifyRequest,
    wanted: readonly { kind: 'fcm' | 'apns'; token: string }[],
  ): Promise<Map<string, Device>> {
    if (wanted.length === 0) return new Map();
    const hashes = wanted.map(({ kind, token }) => this.hashOf(kind, token));
    const rows = await this.rows.find(this.userOf(request), hashes);
    return new Map(
      rows.map(({ tokenHash, sealedToken, ...device }) => [
        nameOf(device.kind, tokenHash),
        { ...device, token: this.secrets.open(sealedToken) },
      ]),
    );
  }

  private userOf({ realmUuid, userUuid }: Pick<LegacyRegistration, 'realmUuid' | 'userUuid'>): LegacyUser {
    return { realmUuid, userHash: this.secrets.token('user of a realm', `${realmUuid} ${userUuid}`) };
  }

  private hashOf(kind: 'fcm' | 'apns', token: string): string {
    return this.devices.tokenHash(kind === 'apns' ? token.toLowerCase() : token);
  }
}

const nameOf = (kind: DeviceKind, token: string): string => `${kind} ${token}`;
