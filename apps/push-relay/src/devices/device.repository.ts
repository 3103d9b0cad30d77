import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DeviceKind } from '../notifications/notification';
import type { Device } from './device';

/** A device as it is kept: its token is sealed. */
export interface DeviceRow extends Omit<Device, 'token'> {
  readonly sealedToken: Buffer;
}

/** What is found by, beside the realm: the app's number for the account, or a hash of the server's word for the user. */
export type DeviceOwner = { readonly account: string } | { readonly userHash: string };

interface NewDevice extends Omit<DeviceRow, 'account'> {
  readonly realmUuid: string;
  readonly tokenHash: string;
}

const COLUMNS = 'id::text, kind, account::text, sealed_token AS "sealedToken", app_id AS "appId"';
const FIND = prepared(`SELECT ${COLUMNS} FROM relay_device WHERE id = ANY ($2::bigint[]) AND realm_uuid = $1`);

@Injectable()
export class DeviceRepository {
  constructor(private readonly database: Database) {}

  /** Those of them that are the realm's. */
  find(realmUuid: string, ids: readonly string[]): Promise<DeviceRow[]> {
    return this.database.rows(FIND, [realmUuid, ids]);
  }

  /** Returns the device's id: a new one, or that of the existing row with the same token and holder. */
  async upsert(device: NewDevice, holder: DeviceOwner): Promise<string> {
    const [column, value, conflict] =
      'account' in holder
        ? ['account', holder.account, '(realm_uuid, account, token_hash) WHERE account IS NOT NULL']
        : ['user_hash', holder.userHash, '(realm_uuid, user_hash, kind, token_hash) WHERE user_hash IS NOT NULL'];
    const row = await this.database.row<{ id: string }>(
      `INSERT INTO relay_device (id, realm_uuid, ${column}, kind, token_hash, sealed_token, app_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT ${conflict} DO UPDATE SET registered_at = now(), app_id = excluded.app_id, kind = excluded.kind
       RETURNING id::text`,
      [device.id, device.realmUuid, value, device.kind, device.tokenHash, device.sealedToken, device.appId],
    );
    return row!.id;
  }

  /** How many there are; kinds without any are absent. */
  async counts(): Promise<Map<DeviceKind, number>> {
    const rows = await this.database.rows<{ kind: DeviceKind; count: number }>(
      'SELECT kind, count(*) FROM relay_device GROUP BY kind',
    );
    return new Map(rows.map(({ kind, count }) => [kind, count]));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.write('DELETE FROM relay_device WHERE id = ANY ($1::bigint[])', [ids]);
  }
}
