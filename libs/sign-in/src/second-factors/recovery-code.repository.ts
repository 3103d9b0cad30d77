import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

@Injectable()
export class RecoveryCodeRepository {
  constructor(private readonly database: Database) {}

  /** Replaces all codes of the user. */
  async replace(userId: UserId, hashes: readonly Buffer[]): Promise<void> {
    await this.removeAll(userId);
    await this.database.write('INSERT INTO recovery_code (user_id, hash) SELECT $1, unnest($2::bytea[])', [
      userId,
      hashes,
    ]);
  }

  /** The number of codes that are not used. */
  async countUnused(userId: UserId): Promise<number> {
    const row = await this.database.row<{ count: number }>(
      'SELECT count(*) AS count FROM recovery_code WHERE user_id = $1 AND used_at IS NULL',
      [userId],
    );
    return row!.count;
  }

  /** Whether the user had that code and had not used it. */
  async spend(userId: UserId, hash: Buffer): Promise<boolean> {
    const written = await this.database.write(
      'UPDATE recovery_code SET used_at = now() WHERE user_id = $1 AND hash = $2 AND used_at IS NULL',
      [userId, hash],
    );
    return written > 0;
  }

  async removeAll(userId: UserId): Promise<void> {
    await this.database.write('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  }
}
