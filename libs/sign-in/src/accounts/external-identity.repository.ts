import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

export interface LinkedPerson {
  readonly providerId: number;
  readonly subject: string;
  readonly addressSeen: string | null;
  readonly linkedAt: Date;
  readonly lastLoginAt: Date | null;
}

@Injectable()
export class ExternalIdentityRepository {
  constructor(private readonly database: Database) {}

  /** The account of a person of the provider; `null`: there is none. */
  async userOf(providerId: number, subject: string): Promise<UserId | null> {
    const row = await this.database.row<{ userId: UserId }>(
      'SELECT user_id AS "userId" FROM external_identity WHERE provider_id = $1 AND subject = $2',
      [providerId, subject],
    );
    return row?.userId ?? null;
  }

  /** The people whom providers know the account as. */
  listOf(userId: UserId): Promise<LinkedPerson[]> {
    return this.database.rows<LinkedPerson>(
      `SELECT provider_id AS "providerId", subject, address_seen AS "addressSeen", linked_at AS "linkedAt",
        last_login_at AS "lastLoginAt" FROM external_identity WHERE user_id = $1 ORDER BY provider_id`,
      [userId],
    );
  }

  /** Whether the account is linked with another person of the provider. */
  async isLinked(providerId: number, userId: UserId): Promise<boolean> {
    const row = await this.database.row('SELECT 1 FROM external_identity WHERE provider_id = $1 AND user_id = $2', [
      providerId,
      userId,
    ]);
    return row !== null;
  }

  async insert(providerId: number, subject: string, userId: UserId, address: string | null): Promise<void> {
    await this.database.write(
      `INSERT INTO external_identity (provider_id, subject, user_id, address_seen, last_login_at)
        VALUES ($1, $2, $3, $4, now())`,
      [providerId, subject, userId, address],
    );
  }

  async noteLogin(providerId: number, subject: string, address: string | null): Promise<void> {
    await this.database.write(
      'UPDATE external_identity SET last_login_at = now(), address_seen = $3 WHERE provider_id = $1 AND subject = $2',
      [providerId, subject, address],
    );
  }
}
