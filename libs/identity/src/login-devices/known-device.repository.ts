import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

@Injectable()
export class KnownDeviceRepository {
  constructor(private readonly database: Database) {}

  /** Notes a login from the device. `isNew`: it is the first one from it; `hasOthers`: the user has logged in elsewhere. */
  async note(userId: UserId, hash: Buffer): Promise<{ isNew: boolean; hasOthers: boolean }> {
    const row = await this.database.row<{ isNew: boolean; hasOthers: boolean }>(
      `INSERT INTO known_device (user_id, hash) VALUES ($1, $2)
        ON CONFLICT (user_id, hash) DO UPDATE SET seen_at = now()
        RETURNING xmax = 0 AS "isNew",
          EXISTS (SELECT FROM known_device o WHERE o.user_id = $1 AND o.hash <> $2) AS "hasOthers"`,
      [userId, hash],
    );
    return row!;
  }

  /** Forgets the devices of the user that were seen longest ago, beyond `kept`. */
  async forgetOldest(userId: UserId, kept: number): Promise<void> {
    await this.database.write(
      `DELETE FROM known_device WHERE user_id = $1 AND hash IN (
          SELECT hash FROM known_device WHERE user_id = $1 ORDER BY seen_at DESC, hash OFFSET $2)`,
      [userId, kept],
    );
  }
}
