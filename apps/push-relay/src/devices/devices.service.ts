import { Clock, DomainError } from '@app/kernel';
import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { RequestIsInvalid } from '../http/errors';
import { RelayKeys } from '../keys/relay-keys.service';
import { RelayMetrics } from '../metrics/relay-metrics';
import type { Organization } from '../organizations/organization';
import { Quotas } from '../organizations/quotas.service';
import { Realms } from '../organizations/realms.service';
import type { Device } from './device';
import { DeviceRepository, DeviceOwner } from './device.repository';
import { readRegistration, Registration } from './registration';

/** An app's wish for notifications, as its server passes it on. */
export interface EncryptedRegistration {
  readonly realmUuid: string;
  /** A signed integer of 64 bits, in decimal. */
  readonly account: string;
  readonly box: Buffer;
  /** As the app names it. */
  readonly relayKey: string;
}

/** Ids fit into what every language's JSON holds exactly. */
const ID_BITS = 53;

@Injectable()
export class Devices {
  constructor(
    private readonly rows: DeviceRepository,
    private readonly keys: RelayKeys,
    private readonly realms: Realms,
    private readonly quotas: Quotas,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly metrics: RelayMetrics,
  ) {}

  /**
   * The id of the device; the same one for as long as it is the same token of the same account. The realm becomes the
   * organization's with its first good registration.
   * @throws QuotaIsUsedUp, RelayKeyIsUnknown, RegistrationIsExpired, RequestIsInvalid, RealmIsOfAnother
   */
  async register(organization: Organization, wanted: EncryptedRegistration): Promise<string> {
    try {
      const id = await this.admit(organization, wanted);
      this.metrics.registrations.inc({ result: 'done' });
      return id;
    } catch (error) {
      if (error instanceof DomainError) this.metrics.registrations.inc({ result: error.code });
      throw error;
    }
  }

  private async admit(organization: Organization, wanted: EncryptedRegistration): Promise<string> {
    await this.quotas.take(organization, 1);
    const text = await this.keys.open(wanted.box, wanted.relayKey);
    if (text === null) throw new RequestIsInvalid('The registration cannot be decrypted');
    const registration = readRegistration(text, this.clock.seconds());
    await this.realms.bind(organization, [wanted.realmUuid]);
    return this.keep(wanted.realmUuid, { account: wanted.account }, registration);
  }

  /** Keeps a device of a realm that is the caller's; its id. */
  async keep(realmUuid: string, holder: DeviceOwner, { kind, token, appId }: Registration): Promise<string> {
    const tokenHash = this.tokenHash(token);
    const sealedToken = this.secrets.seal(token);
    return this.rows.upsert({ id: newId(), realmUuid, kind, tokenHash, sealedToken, appId }, holder);
  }

  /** Those of the devices that are there and the realm's, by their ids. */
  async find(realmUuid: string, ids: readonly string[]): Promise<Map<string, Device>> {
    const rows = await this.rows.find(realmUuid, ids);
    return new Map(
      rows.map(({ sealedToken, ...device }) => [device.id, { ...device, token: this.secrets.open(sealedToken) }]),
    );
  }

  /** Their tokens are of no more use. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.rows.remove(ids);
  }

  /** By what a token is found, since it is kept sealed. */
  tokenHash(token: string): string {
    return this.secrets.token('device token', token);
  }
}

/** Random, so that ids do not reveal the number of devices; never 0. */
const newId = (): string => String(BigInt.asUintN(ID_BITS, randomBytes(8).readBigUInt64BE()) || 1n);
