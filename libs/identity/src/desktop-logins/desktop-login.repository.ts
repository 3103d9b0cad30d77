import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LoginMethod, LoginOrigin, OriginFilter } from '../credentials/login-origin';

/** What the session of the app needs, as JSON. */
interface StoredLogin {
  readonly method: LoginMethod;
  readonly origin: LoginOrigin | null;
  readonly next: string;
}

export interface DesktopLogin extends StoredLogin {
  readonly userId: UserId;
}

const IS_MEANT = 'hash = $1 AND organization_id = $2 AND expires_at > now()';

@Injectable()
export class DesktopLoginRepository {
  constructor(private readonly database: Database) {}

  async insert(
    hash: Buffer,
    organizationId: OrganizationId,
    { userId, ...login }: DesktopLogin,
    seconds: number,
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO desktop_login (hash, organization_id, user_id, login, expires_at)
        VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
      [hash, organizationId, userId, JSON.stringify(login), seconds],
    );
  }

  async find(organizationId: OrganizationId, hash: Buffer): Promise<DesktopLogin | null> {
    return loginIn(
      await this.database.row<Row>(`SELECT user_id AS "userId", login FROM desktop_login WHERE ${IS_MEANT}`, [
        hash,
        organizationId,
      ]),
    );
  }

  /** Deletes the row. Of two concurrent transactions only one gets it. */
  async take(organizationId: OrganizationId, hash: Buffer): Promise<DesktopLogin | null> {
    return loginIn(
      await this.database.row<Row>(`DELETE FROM desktop_login WHERE ${IS_MEANT} RETURNING user_id AS "userId", login`, [
        hash,
        organizationId,
      ]),
    );
  }

  async removeOf(userId: UserId): Promise<void> {
    await this.database.write('DELETE FROM desktop_login WHERE user_id = $1', [userId]);
  }

  /** Those that come from a login that has ended. `null`: any subject, any session. */
  async removeFrom({ providerId, subject, sid }: OriginFilter): Promise<void> {
    await this.database.write(
      `DELETE FROM desktop_login WHERE (login #>> '{origin,providerId}')::bigint = $1
        AND ($2::text IS NULL OR login #>> '{origin,subject}' = $2) AND ($3::text IS NULL OR login #>> '{origin,sid}' = $3)`,
      [providerId, subject, sid],
    );
  }

  async expired(): Promise<{ waiting: number; oldestSeconds: number }> {
    const row = await this.database.row<{ waiting: number; oldestSeconds: number }>(
      `SELECT count(*) AS waiting, coalesce(floor(extract(epoch FROM now() - min(expires_at))), 0)::bigint AS "oldestSeconds"
        FROM desktop_login WHERE expires_at <= now()`,
    );
    return row!;
  }

  async removeExpired(): Promise<void> {
    await this.database.write('DELETE FROM desktop_login WHERE expires_at <= now()');
  }
}

type Row = { readonly userId: UserId; readonly login: StoredLogin };

const loginIn = (row: Row | null): DesktopLogin | null => row && { userId: row.userId, ...row.login };
