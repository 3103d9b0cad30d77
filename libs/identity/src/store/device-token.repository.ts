import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';

/** gcm: Google's, apns: Apple's. */
export type DeviceKind = 'gcm' | 'apns';

/** Keeps of tokens nothing but their hashes. */
@Injectable()
export class DeviceTokenRepository {
  constructor(private readonly database: Database) {}

  async insert(
    { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
    kind: DeviceKind,
    token: string,
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO device_token (user_id, organization_id, kind, token_hash) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING`,
      [userId, organizationId, kind, hashOf(token)],
    );
  }

  async count(userId: UserId): Promise<number> {
    const row = await this.database.row<{ count: number }>(
      'SELECT count(*) AS count FROM device_token WHERE user_id = $1',
      [userId],
    );
    return row!.count;
  }

  /** false: the user has no such token. */
  async remove(userId: UserId, kind: DeviceKind, token: string): Promise<boolean> {
    const removed = await this.database.write(
      'DELETE FROM device_token WHERE user_id = $1 AND kind = $2 AND token_hash = $3',
      [userId, kind, hashOf(token)],
    );
    return removed > 0;
  }

  async removeAll(userId: UserId): Promise<void> {
    await this.database.write('DELETE FROM device_token WHERE user_id = $1', [userId]);
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
