import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DeviceRow } from '../devices/device.repository';

/** The owner of devices: a user of a realm, as a hash of the server's name for the user. */
export interface LegacyUser {
  readonly realmUuid: string;
  readonly userHash: string;
}

export interface LegacyDeviceRow extends DeviceRow {
  readonly tokenHash: string;
}

/** Devices that were registered for a user, and not by an app for an account. */
@Injectable()
export class LegacyDeviceRepository {
  constructor(private readonly database: Database) {}

  /** Those of the user's devices whose tokens these are. */
  find({ realmUuid, userHash }: LegacyUser, tokenHashes: readonly string[]): Promise<LegacyDeviceRow[]> {
    return this.database.rows(
      `SELECT id::text, kind, NULL AS account, token_hash AS "tokenHash", sealed_token AS "sealedToken",
         app_id AS "appId"
       FROM relay_device WHERE realm_uuid = $1 AND user_hash = $2 AND token_hash = ANY ($3::text[])`,
      [realmUuid, userHash, tokenHashes],
    );
  }

  /** false: the user has no such device. */
  async remove({ realmUuid, userHash }: LegacyUser, kind: string, tokenHash: string): Promise<boolean> {
    const removed = await this.database.write(
      'DELETE FROM relay_device WHERE realm_uuid = $1 AND user_hash = $2 AND kind = $3 AND token_hash = $4',
      [realmUuid, userHash, kind, tokenHash],
    );
    return removed > 0;
  }
}
