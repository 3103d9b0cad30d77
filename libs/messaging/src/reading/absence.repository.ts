import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OPEN_END } from '../received/passage.sql';
import { DRAWN } from '../received/position.sql';

/**
 * Times in which users were deactivated, as positions. Messages sent then were not sent to them. Callers hold the
 * user's lock.
 */
@Injectable()
export class AbsenceRepository {
  constructor(private readonly database: Database) {}

  async begin(userId: UserId): Promise<void> {
    await this.database.write(
      `WITH ${DRAWN} INSERT INTO inactive_period (user_id, from_position) SELECT $1, position FROM drawn
       WHERE NOT EXISTS (SELECT FROM inactive_period WHERE user_id = $1 AND to_position = ${OPEN_END})`,
      [userId],
    );
  }

  async end(userId: UserId): Promise<void> {
    await this.database.write(
      `WITH ${DRAWN} UPDATE inactive_period SET to_position = drawn.position FROM drawn
       WHERE user_id = $1 AND to_position = ${OPEN_END}`,
      [userId],
    );
  }
}
