import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { AvatarSource } from '../records/user';

@Injectable()
export class AvatarRepository {
  constructor(private readonly database: Database) {}

  /** Raises the version, which tells clients to load the picture again. */
  async update(userId: UserId, source: AvatarSource, key: string | null): Promise<void> {
    await this.database.write(
      `UPDATE user_account SET avatar_source = $2, avatar_key = $3, avatar_version = avatar_version + 1 WHERE id = $1`,
      [userId, source, key],
    );
  }

  /** Returns the number of changed accounts. */
  replaceSource(from: AvatarSource, to: AvatarSource): Promise<number> {
    return this.database.write(
      `UPDATE user_account SET avatar_source = $2, avatar_version = avatar_version + 1 WHERE avatar_source = $1`,
      [from, to],
    );
  }
}
