import type { LoginMethod, LoginOrigin, OriginFilter, PadKind } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** What a login needs to go on after the second step, as JSON. */
export interface StoredLogin {
  readonly method: LoginMethod;
  readonly origin: LoginOrigin | null;
  readonly next: string;
  /** The sealed pad of a waiting app in base64; `null`: the login is for the browser. */
  readonly pad: string | null;
  /** Absent: of the mobile app. */
  readonly padKind?: PadKind;
}

export interface StoredStep {
  readonly hash: Buffer;
  readonly organizationId: OrganizationId;
  /** `null`: a passkey will say who logs in, or the row marks the token of such a login as used. */
  readonly userId: UserId | null;
  readonly login: StoredLogin;
  /** The secret of an authenticator app that the user must set up. */
  readonly sealedSecret: Buffer | null;
  /** What a passkey must sign. */
  readonly challenge: string | null;
  readonly wrongCodes: number;
}

export type NewStep = Omit<StoredStep, 'wrongCodes'>;

const COLUMNS = `hash, organization_id AS "organizationId", user_id AS "userId", login, sealed_secret AS "sealedSecret",
  challenge, wrong_codes AS "wrongCodes"`;

@Injectable()
export class SecondStepRepository {
  constructor(private readonly database: Database) {}

  async insert(step: NewStep, seconds: number): Promise<void> {
    const { hash, organizationId, userId, login, sealedSecret, challenge } = step;
    await this.database.write(
      `INSERT INTO second_step (hash, organization_id, user_id, login, sealed_secret, challenge, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')`,
      [hash, organizationId, userId, JSON.stringify(login), sealedSecret, challenge, seconds],
    );
  }

  find(organizationId: OrganizationId, hash: Buffer): Promise<StoredStep | null> {
    return this.database.row<StoredStep>(
      `SELECT ${COLUMNS} FROM second_step WHERE hash = $1 AND organization_id = $2 AND expires_at > now()`,
      [hash, organizationId],
    );
  }

  /** Deletes the row. Of two concurrent transactions only one gets it. */
  take(organizationId: OrganizationId, hash: Buffer): Promise<StoredStep | null> {
    return this.database.row<StoredStep>(
      `DELETE FROM second_step WHERE hash = $1 AND organization_id = $2 AND expires_at > now() RETURNING ${COLUMNS}`,
      [hash, organizationId],
    );
  }

  /** Whether the token, which had no row, was unused so far. The row stays until the token is too old anyway. */
  async spend(organizationId: OrganizationId, hash: Buffer, seconds: number): Promise<boolean> {
    const written = await this.database.write(
      `INSERT INTO second_step (hash, organization_id, login, expires_at)
        VALUES ($1, $2, '{}', now() + $3 * interval '1 second') ON CONFLICT DO NOTHING`,
      [hash, organizationId, seconds],
    );
    return written > 0;
  }

  /** The number of wrong codes, with this one; `null`: the login no longer waits. */
  async noteWrongCode(hash: Buffer): Promise<number | null> {
    const row = await this.database.row<{ count: number }>(
      'UPDATE second_step SET wrong_codes = wrong_codes + 1 WHERE hash = $1 RETURNING wrong_codes AS count',
      [hash],
    );
    return row?.count ?? null;
  }

  async remove(hash: Buffer): Promise<void> {
    await this.database.write('DELETE FROM second_step WHERE hash = $1', [hash]);
  }

  async removeOf(userId: UserId): Promise<void> {
    await this.database.write('DELETE FROM second_step WHERE user_id = $1', [userId]);
  }

  /** Those whose first step was a login that has ended. `null`: any subject, any session. */
  async removeFrom({ providerId, subject, sid }: OriginFilter): Promise<void> {
    await this.database.write(
      `DELETE FROM second_step WHERE (login #>> '{origin,providerId}')::bigint = $1
        AND ($2::text IS NULL OR login #>> '{origin,subject}' = $2) AND ($3::text IS NULL OR login #>> '{origin,sid}' = $3)`,
      [providerId, subject, sid],
    );
  }

  /** Returns the number of removed rows. */
  removeExpired(atMost: number): Promise<number> {
    return this.database.write(
      `DELETE FROM second_step WHERE hash = ANY (ARRAY (
          SELECT hash FROM second_step WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      [atMost],
    );
  }

  async expired(): Promise<{ waiting: number; oldestSeconds: number }> {
    const row = await this.database.row<{ waiting: number; oldestSeconds: number }>(
      `SELECT count(*) AS waiting, coalesce(floor(extract(epoch FROM now() - min(expires_at))), 0)::bigint AS "oldestSeconds"
        FROM second_step WHERE expires_at <= now()`,
    );
    return row!;
  }
}
