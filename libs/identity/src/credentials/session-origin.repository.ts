import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LoginOrigin, OriginFilter } from './login-origin';

/** A session or a key, and whose it is. One of both ids is not `null`. */
export interface OriginatedCredential {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly sessionId: SessionId | null;
  readonly keyId: ApiKeyId | null;
}

const COLUMNS = `provider_id AS "providerId", subject, sid,
  floor(extract(epoch FROM authenticated_at) * 1000)::bigint AS "authenticatedAt",
  encode(sealed_hint, 'base64') AS "sealedHint"`;

@Injectable()
export class SessionOriginRepository {
  constructor(private readonly database: Database) {}

  async insert(
    { userId, sessionId, keyId }: Omit<OriginatedCredential, 'organizationId'>,
    { providerId, subject, sid, authenticatedAt, sealedHint = null }: LoginOrigin,
  ): Promise<void> {
    await this.database.write(
      `INSERT INTO session_origin (user_id, session_id, key_id, provider_id, subject, sid, authenticated_at, sealed_hint)
        VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7::double precision / 1000), decode($8, 'base64'))`,
      [userId, sessionId, keyId, providerId, subject, sid, authenticatedAt, sealedHint],
    );
  }

  /** `null`: the session comes from a login here. */
  ofSession(sessionId: SessionId): Promise<LoginOrigin | null> {
    return this.database.row(`SELECT ${COLUMNS} FROM session_origin WHERE session_id = $1`, [sessionId]);
  }

  /** `null`: the key comes from a login here. */
  ofKey(keyId: ApiKeyId): Promise<LoginOrigin | null> {
    return this.database.row(`SELECT ${COLUMNS} FROM session_origin WHERE key_id = $1`, [keyId]);
  }

  /** Sessions and valid keys of the chosen logins. */
  chosen({ providerId, subject, sid }: OriginFilter): Promise<OriginatedCredential[]> {
    return this.database.rows<OriginatedCredential>(
      `SELECT u.organization_id AS "organizationId", s.user_id AS "userId", s.session_id AS "sessionId",
          s.key_id AS "keyId"
        FROM session_origin s JOIN user_account u ON u.id = s.user_id LEFT JOIN api_key k ON k.id = s.key_id
        WHERE s.provider_id = $1 AND ($2::text IS NULL OR s.subject = $2) AND ($3::text IS NULL OR s.sid = $3)
          AND k.revoked_at IS NULL ORDER BY s.id`,
      [providerId, subject, sid],
    );
  }
}
