import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import type { Actor, Backlog } from '@app/platform';
import { Database, Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { TokenKind } from './device-token';

export type TokenOwner = Pick<Actor, 'organizationId' | 'userId'>;

/** A device with its decrypted token, which must never be logged. */
export interface KnownToken {
  readonly id: number;
  readonly kind: TokenKind;
  readonly token: string;
}

/** A device that the relay must be told about. */
export interface TokenTask extends KnownToken {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly appId: string | null;
  /** `false`: the relay must remove the device. */
  readonly isWanted: boolean;
  /** Changes if the user changes the token while the relay is being told. */
  readonly revision: number;
}

type Sealed<T> = Omit<T, 'token'> & { sealed: Buffer };

/** Longer than the time limit of the relay's answer. */
const LEASE = `interval '60 seconds'`;
/** About twenty-four hours of attempts. After that the next request of the device starts them again. */
const MAX_ATTEMPTS = 300;
/** One second, then doubled each time, up to about five minutes. */
const NEXT_ATTEMPT = `now() + least(300, power(2, least(attempts, 9))) * interval '1 second'`;

/**
 * Devices with legacy tokens. Tokens are stored encrypted, and hashed for lookups. Removed ones stay until the relay
 * knows.
 */
@Injectable()
export class DeviceTokenRepository {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Stores the token for the request's credentials. If the relay already knows it or is being told, no new task is
   * made.
   */
  async put(actor: Actor, kind: TokenKind, token: string, appId: string | null): Promise<void> {
    const { organizationId, userId, keyId, sessionId } = actor;
    const isSame = '(t.is_wanted AND t.app_id IS NOT DISTINCT FROM EXCLUDED.app_id)';
    await this.database.write(
      `INSERT INTO device_token AS t
         (user_id, organization_id, kind, token_hash, sealed_token, app_id, api_key_id, session_id, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())
       ON CONFLICT (user_id, kind, token_hash) DO UPDATE SET sealed_token = EXCLUDED.sealed_token,
         app_id = EXCLUDED.app_id, api_key_id = EXCLUDED.api_key_id, session_id = EXCLUDED.session_id,
         is_wanted = true, is_registered = ${isSame} AND t.is_registered, attempts = 0,
         revision = t.revision + CASE WHEN ${isSame} THEN 0 ELSE 1 END,
         due_at = CASE WHEN ${isSame} AND t.is_registered THEN t.due_at ELSE now() END`,
      [userId, organizationId, kind, hashOf(token), this.secrets.seal(token), appId, keyId, sessionId],
    );
  }

  /** Ids of the user's devices, newest first. */
  async ids(userId: UserId): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      'SELECT id FROM device_token WHERE user_id = $1 AND is_wanted ORDER BY id DESC',
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of the devices that were registered with these credentials. */
  async idsBy(userId: UserId, keyIds: readonly ApiKeyId[], sessionIds: readonly SessionId[]): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM device_token
       WHERE user_id = $1 AND is_wanted AND (api_key_id = ANY ($2::bigint[]) OR session_id = ANY ($3::bigint[]))`,
      [userId, keyIds, sessionIds],
    );
    return rows.map(({ id }) => id);
  }

  /** The id of the user's device; `null`: there is none. */
  async find(userId: UserId, kinds: readonly TokenKind[], token: string): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(
      'SELECT id FROM device_token WHERE user_id = $1 AND kind = ANY ($2) AND token_hash = $3 AND is_wanted',
      [userId, kinds, hashOf(token)],
    );
    return row?.id ?? null;
  }

  /** Devices that the relay knows: all, or those with the ids. */
  async registered(userId: UserId, ids: readonly number[] | null = null): Promise<KnownToken[]> {
    const rows = await this.database.rows<Sealed<KnownToken>>(
      `SELECT id, kind, sealed_token AS sealed FROM device_token
       WHERE user_id = $1 AND is_wanted AND is_registered AND ($2::bigint[] IS NULL OR id = ANY ($2)) ORDER BY id`,
      [userId, ids],
    );
    return this.opened(rows);
  }

  /** Stops notifications to these devices, and removes them: with `isTold` after the relay knows. */
  async remove(ids: readonly number[], isTold: boolean): Promise<void> {
    if (ids.length === 0) return;
    await this.database.write(
      `DELETE FROM device_token WHERE id = ANY ($1) AND (sealed_token IS NULL OR NOT $2::boolean)`,
      [ids, isTold],
    );
    await this.database.write(
      `UPDATE device_token SET is_wanted = false, revision = revision + 1, attempts = 0, due_at = now()
       WHERE id = ANY ($1) AND is_wanted`,
      [ids],
    );
  }

  /** Removes devices at once. They must register again. */
  async removeNow(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.database.write('DELETE FROM device_token WHERE id = ANY ($1)', [ids]);
  }

  /** Leases due tasks for the time that the relay may take to answer. */
  async take(limit: number): Promise<TokenTask[]> {
    const rows = await this.database.rows<Sealed<TokenTask>>(
      `UPDATE device_token SET leased_until = now() + ${LEASE}, attempts = attempts + 1
       WHERE id IN (
         SELECT id FROM device_token WHERE due_at <= now() AND coalesce(leased_until, due_at) <= now()
           AND sealed_token IS NOT NULL
         ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, organization_id AS "organizationId", user_id AS "userId", kind, sealed_token AS sealed,
         app_id AS "appId", is_wanted AS "isWanted", revision`,
      [limit],
    );
    const tasks = this.opened(rows);
    const readable = new Set(tasks.map(({ id }) => id));
    await this.removeNow(rows.flatMap(({ id }) => (readable.has(id) ? [] : [id])));
    return tasks;
  }

  /** The relay has completed the task. A newer change of the user remains. */
  async settle({ id, isWanted, revision }: TokenTask): Promise<void> {
    if (!isWanted)
      await this.database.write('DELETE FROM device_token WHERE id = $1 AND revision = $2', [id, revision]);
    await this.database.write(
      `UPDATE device_token SET is_registered = $3, attempts = 0, leased_until = NULL,
         due_at = CASE WHEN revision = $2 THEN NULL ELSE now() END
       WHERE id = $1`,
      [id, revision, isWanted],
    );
  }

  /** The relay could not be told. Tried again later, or with `isFinal` only at the user's next request. */
  async postpone({ id, revision }: TokenTask, isFinal: boolean): Promise<void> {
    await this.database.write(
      `DELETE FROM device_token WHERE id = $1 AND revision = $2 AND NOT is_wanted AND (attempts >= $3 OR $4::boolean)`,
      [id, revision, MAX_ATTEMPTS, isFinal],
    );
    await this.database.write(
      `UPDATE device_token SET leased_until = NULL, due_at = CASE WHEN revision <> $2 THEN now()
           WHEN attempts >= $3 OR $4::boolean THEN NULL ELSE ${NEXT_ATTEMPT} END
       WHERE id = $1`,
      [id, revision, MAX_ATTEMPTS, isFinal],
    );
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "oldestSeconds"
       FROM device_token WHERE due_at <= now()`,
    );
    return row!;
  }

  private opened<Row extends { readonly sealed: Buffer }>(rows: readonly Row[]) {
    return rows.flatMap(({ sealed, ...rest }) => {
      try {
        return [{ ...rest, token: this.secrets.open(sealed) }];
      } catch {
        return []; // encrypted with a secret that this server has lost; the device will send its token again
      }
    });
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
