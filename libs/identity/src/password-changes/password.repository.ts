import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

@Injectable()
export class PasswordRepository {
  constructor(private readonly database: Database) {}

  async store(userId: UserId, passwordHash: string): Promise<void> {
    await this.database.write('UPDATE user_account SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
  }
}
