import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import type { Actor, Backlog } from '@app/platform';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { ActiveDevice, NewPushDevice, PushDevice, RegistrationFault } from './push-device';
import { PushDeviceEntity } from './push-device.entity';

/** A registration with the number of its attempts. */
export interface RegistrationAttempt extends PushDevice {
  /** The number of this attempt, from 1. The result of an earlier attempt is ignored. */
  readonly attempts: number;
}

/** A registration that a worker has leased in order to send it to the relay. */
export interface LeasedRegistration extends RegistrationAttempt {
  readonly registration: string;
  readonly bouncerPublicKey: string;
}

/**
 * 64-bit numbers travel as text, because the driver reads `bigint` as numbers of 53 bits. That is why SQL reads and
 * writes devices, beside the leases of workers (ADR 30).
 */
type Stored<T extends PushDevice> = Omit<T, 'pushAccountId' | 'deviceId'> & {
  pushAccountId: string;
  deviceId: string | Exclude<T['deviceId'], bigint>;
};

const COLUMNS = `d.id, d.organization_id AS "organizationId", d.user_id AS "userId",
  d.push_account_id::text AS "pushAccountId", d.device_id::text AS "deviceId", d.error_code AS "errorCode"`;

/** The lease is longer than the time limit of the relay's answer. */
const LEASE = `interval '40 seconds'`;
/** The relay refuses older registrations, because they contain their time. */
const LIFE = `interval '24 hours'`;

@Injectable()
export class PushDeviceRepository {
  constructor(
    @InjectRepository(PushDeviceEntity) private readonly devices: Repository<PushDeviceEntity>,
    private readonly database: Database,
  ) {}

  /** All devices of the user, in the order of registration. */
  async list(userId: UserId): Promise<PushDevice[]> {
    const rows = await this.database.rows<Stored<PushDevice>>(
      `SELECT ${COLUMNS} FROM push_device d WHERE d.user_id = $1 ORDER BY d.id`,
      [userId],
    );
    return rows.map(exact);
  }

  async find(userId: UserId, pushAccountId: bigint): Promise<PushDevice | null> {
    const row = await this.database.row<Stored<PushDevice>>(
      `SELECT ${COLUMNS} FROM push_device d WHERE d.user_id = $1 AND d.push_account_id = $2`,
      [userId, pushAccountId],
    );
    return row && exact(row);
  }

  /** Registered devices of these users, by user and id. */
  async active(userIds: readonly UserId[]): Promise<ActiveDevice[]> {
    const rows = await this.database.rows<Stored<ActiveDevice>>(
      `SELECT ${COLUMNS}, d.token_kind AS "tokenKind", d.public_key AS "publicKey" FROM push_device d
       WHERE d.user_id = ANY ($1::bigint[]) AND d.device_id IS NOT NULL ORDER BY d.user_id, d.id`,
      [userIds],
    );
    return rows.map((row) => ({ ...exact(row), deviceId: BigInt(row.deviceId) }));
  }

  /** The new registration is due at once. */
  async insert(
    { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
    { pushAccountId, tokenKind, publicKey, keyId, sessionId, registration, bouncerPublicKey }: NewPushDevice,
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO push_device (organization_id, user_id, push_account_id, token_kind, public_key, api_key_id, session_id,
         registration, bouncer_public_key, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())`,
      [organizationId, userId, pushAccountId, tokenKind, publicKey, keyId, sessionId, registration, bouncerPublicKey],
    );
  }

  /** Makes room for another device: removes failed registrations first, and then the oldest devices. */
  async makeRoom(userId: UserId, most: number): Promise<void> {
    await this.database.write(
      `DELETE FROM push_device WHERE id IN (
         SELECT id FROM push_device WHERE user_id = $1
         ORDER BY error_code IS NULL DESC, registered_at DESC, id DESC OFFSET $2)`,
      [userId, most - 1],
    );
  }

  /** Leases due registrations for the time that the relay may take to answer. */
  async hold(limit: number): Promise<LeasedRegistration[]> {
    const rows = await this.database.rows<Stored<LeasedRegistration>>(
      `UPDATE push_device d SET due_at = now() + ${LEASE}, attempts = d.attempts + 1
       WHERE d.id = ANY (ARRAY (
         SELECT id FROM push_device WHERE due_at <= now() AND registered_at > now() - ${LIFE}
         ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING ${COLUMNS}, d.registration, d.bouncer_public_key AS "bouncerPublicKey", d.attempts`,
      [limit],
    );
    return rows.map(exact);
  }

  /** Registrations without a lease that are too old to be sent. */
  async expired(limit: number): Promise<RegistrationAttempt[]> {
    const rows = await this.database.rows<Stored<RegistrationAttempt>>(
      `SELECT ${COLUMNS}, d.attempts FROM push_device d
       WHERE d.due_at <= now() AND d.registered_at <= now() - ${LIFE} ORDER BY d.due_at, d.id LIMIT $1`,
      [limit],
    );
    return rows.map(exact);
  }

  /** Stores the relay's answer. `false`: the registration was leased again, requested again, or removed meanwhile. */
  async settle(
    { id, attempts }: Pick<LeasedRegistration, 'id' | 'attempts'>,
    result: { deviceId: bigint | null; errorCode: RegistrationFault | null },
  ): Promise<boolean> {
    const written = await this.database.write(
      `UPDATE push_device SET device_id = $3, error_code = $4, registration = NULL, bouncer_public_key = NULL, due_at = NULL
       WHERE id = $1 AND attempts = $2 AND registration IS NOT NULL`,
      [id, attempts, result.deviceId, result.errorCode],
    );
    return written > 0;
  }

  async postpone({ id, attempts }: Pick<LeasedRegistration, 'id' | 'attempts'>, seconds: number): Promise<void> {
    await this.database.write(
      `UPDATE push_device SET due_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND attempts = $2 AND registration IS NOT NULL`,
      [id, attempts, seconds],
    );
  }

  /** Binds the device to these credentials: it is removed with them. */
  async vouch(id: number, { keyId, sessionId }: Pick<Actor, 'keyId' | 'sessionId'>): Promise<void> {
    await this.database.write(
      `UPDATE push_device SET api_key_id = $2, session_id = $3
       WHERE id = $1 AND (api_key_id, session_id) IS DISTINCT FROM ($2::bigint, $3::bigint)`,
      [id, keyId, sessionId],
    );
  }

  async remove(id: number): Promise<void> {
    await this.devices.delete({ id });
  }

  async removeAll(userId: UserId): Promise<void> {
    await this.devices.delete({ userId });
  }

  /** Removes the user's devices that were registered with these credentials. */
  async removeOpenedWith(userId: UserId, keyIds: readonly ApiKeyId[], sessionIds: readonly SessionId[]): Promise<void> {
    await this.database.write(
      `DELETE FROM push_device
       WHERE user_id = $1 AND (api_key_id = ANY ($2::bigint[]) OR session_id = ANY ($3::bigint[]))`,
      [userId, keyIds, sessionIds],
    );
  }

  /** Removes devices that the relay does not know. Returns their number. */
  removeGone(organizationId: OrganizationId, deviceIds: readonly bigint[]): Promise<number> {
    return this.database.write(
      'DELETE FROM push_device WHERE organization_id = $1 AND device_id = ANY ($2::bigint[])',
      [organizationId, deviceIds],
    );
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(registered_at)), 0)::float8 AS "oldestSeconds"
       FROM push_device WHERE registration IS NOT NULL`,
    );
    return row!;
  }
}

const exact = <Row extends Stored<PushDevice>>({ pushAccountId, deviceId, ...row }: Row) => ({
  ...row,
  pushAccountId: BigInt(pushAccountId),
  deviceId: deviceId === null ? null : BigInt(deviceId),
});
