import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import type { Reason } from '@app/messaging';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A message of which a user is to be notified. */
export interface Delivery {
  readonly userId: UserId;
  readonly messageId: MessageId;
  readonly organizationId: OrganizationId;
  readonly reason: Reason;
  /** UNIX milliseconds. */
  readonly sentAt: number;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
  /** The relay's ids of the devices that still need the notification; `null`: all devices. */
  readonly deviceIds: readonly bigint[] | null;
  /** Devices with legacy tokens still need the notification. */
  readonly owesLegacy: boolean;
}

export type NewDelivery = Pick<Delivery, 'userId' | 'messageId' | 'organizationId' | 'reason'>;
export type DeliveryKey = Pick<Delivery, 'userId' | 'messageId'>;

/** The remaining work of a delivery after an attempt. */
export interface RemainingDelivery extends DeliveryKey {
  readonly deviceIds: readonly bigint[];
  readonly owesLegacy: boolean;
  readonly isRefused: boolean;
  readonly waitMs: number;
}

/** The number of rows that are read to find the users who have waited for the longest time. */
const OLDEST = 2_000;
const REMOVED_OF_USER = 200;

@Injectable()
export class PushDeliveryRepository {
  constructor(private readonly database: Database) {}

  /** The strongest of several reasons counts. A user who was already notified of the message is not notified again. */
  async insert(deliveries: readonly NewDelivery[]): Promise<number> {
    if (deliveries.length === 0) return 0;
    return this.database.write(
      `INSERT INTO push_delivery (user_id, message_id, organization_id, reason, sent_at)
       SELECT d."userId", d."messageId", d."organizationId", min(d.reason), now()
       FROM jsonb_to_recordset($1::jsonb) AS d ("userId" bigint, "messageId" bigint, "organizationId" bigint,
         reason smallint)
       WHERE NOT EXISTS (SELECT FROM push_shown s WHERE s.user_id = d."userId" AND s.message_id = d."messageId")
       GROUP BY 1, 2, 3 ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
      [JSON.stringify(deliveries)],
    );
  }

  /**
   * Leases due rows of the users who have waited for the longest time.
   * @param refused only rows that the relay refused in a common batch; otherwise only other rows
   */
  async hold(refused: boolean, users: number, limit: number, seconds: number): Promise<Delivery[]> {
    const rows = await this.database.rows<Omit<Delivery, 'deviceIds'> & { deviceIds: string[] | null }>(
      `WITH waiting AS (
         SELECT user_id FROM (
           SELECT user_id, due_at FROM push_delivery WHERE due_at <= now() AND is_refused = $1
           ORDER BY due_at LIMIT ${OLDEST}) AS oldest
         GROUP BY user_id ORDER BY min(due_at) LIMIT $2),
       held AS (
         SELECT user_id, message_id FROM push_delivery
         WHERE due_at <= now() AND is_refused = $1 AND user_id IN (SELECT user_id FROM waiting)
         ORDER BY user_id, message_id LIMIT $3 FOR UPDATE SKIP LOCKED)
       UPDATE push_delivery d SET due_at = now() + $4 * interval '1 second', attempts = least(d.attempts + 1, 1000) FROM held
       WHERE d.user_id = held.user_id AND d.message_id = held.message_id
       RETURNING d.user_id AS "userId", d.message_id AS "messageId", d.organization_id AS "organizationId", d.reason,
         (extract(epoch FROM d.sent_at) * 1000)::bigint AS "sentAt", d.attempts, d.device_ids::text[] AS "deviceIds",
         d.owes_legacy AS "owesLegacy"`,
      [refused, users, limit, seconds],
    );
    return rows
      .map((row) => ({ ...row, deviceIds: row.deviceIds && row.deviceIds.map(BigInt) }))
      .sort((one, other) => one.userId - other.userId || one.messageId - other.messageId);
  }

  async remove(keys: readonly DeliveryKey[]): Promise<void> {
    if (keys.length === 0) return;
    await this.database.write(
      `DELETE FROM push_delivery d USING unnest($1::bigint[], $2::bigint[]) AS done (user_id, message_id)
       WHERE d.user_id = done.user_id AND d.message_id = done.message_id`,
      columnsOf(keys),
    );
  }

  /** The rows become due again after that time, without other changes. */
  async defer(keys: readonly (DeliveryKey & { waitMs: number })[]): Promise<void> {
    if (keys.length === 0) return;
    await this.database.write(
      `UPDATE push_delivery d SET due_at = now() + later.wait_ms * interval '1 millisecond'
       FROM unnest($1::bigint[], $2::bigint[], $3::float8[]) AS later (user_id, message_id, wait_ms)
       WHERE d.user_id = later.user_id AND d.message_id = later.message_id`,
      [...columnsOf(keys), keys.map(({ waitMs }) => waitMs)],
    );
  }

  /** Stores the remaining work for later. */
  async keep(remainders: readonly RemainingDelivery[]): Promise<void> {
    if (remainders.length === 0) return;
    await this.database.write(
      `UPDATE push_delivery d SET due_at = now() + r."waitMs" * interval '1 millisecond', is_refused = r."isRefused",
         device_ids = r."deviceIds", owes_legacy = r."owesLegacy"
       FROM jsonb_to_recordset($1::jsonb) AS r ("userId" bigint, "messageId" bigint, "waitMs" float8,
         "isRefused" boolean, "deviceIds" bigint[], "owesLegacy" boolean)
       WHERE d.user_id = r."userId" AND d.message_id = r."messageId"`,
      [JSON.stringify(remainders.map((one) => ({ ...one, deviceIds: one.deviceIds.map(String) })))],
    );
  }

  /** Removes some deliveries to an inactive user. The worker removes the others when they are due. */
  async removeSomeOf(userId: UserId): Promise<void> {
    await this.database.write(
      `DELETE FROM push_delivery WHERE user_id = $1 AND message_id IN (
         SELECT message_id FROM push_delivery WHERE user_id = $1 ORDER BY message_id LIMIT ${REMOVED_OF_USER})`,
      [userId],
    );
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(sent_at)), 0)::float8 AS "oldestSeconds"
       FROM push_delivery WHERE due_at <= now()`,
    );
    return row!;
  }
}

const columnsOf = (keys: readonly DeliveryKey[]): [UserId[], MessageId[]] => [
  keys.map(({ userId }) => userId),
  keys.map(({ messageId }) => messageId),
];
