import type { OrganizationId, SessionId, UserId } from '@app/kernel';
import { Database, DatabaseAccess, prepared, SESSION_SECONDS } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CredentialHolder, HOLDER_COLUMNS, NO_POSITION, POSITION } from './api-key.repository';
import { SHOWN_CREDENTIALS, ShownCredentials } from './shown-credentials.sql';
import { FRESH_SECONDS, IDLE_SECONDS, OrganizationSettings } from '../records/organization-settings';
import type { PlaceOfRequest } from '../records/organization-at-host.sql';

export interface SessionHolder extends CredentialHolder {
  /** `null`: the organization has no such session. */
  sessionId: SessionId | null;
  /** The time of last use is old enough to be written again. */
  isDueForNote: boolean;
}

export interface NewSession {
  organizationId: OrganizationId;
  userId: UserId;
  hash: Buffer;
  userAgent: string;
  /** `null`: unknown. */
  address: string | null;
  /** When the user proved elsewhere who they are, in UNIX milliseconds; `null`: just now. */
  authenticatedAt: number | null;
}

export interface SessionRow {
  id: SessionId;
  userAgent: string;
  address: string | null;
  /** UNIX milliseconds, like the next two. */
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

const LIFE = `interval '${SESSION_SECONDS} seconds'`;

/** What the organization `o` has set. No lifetime is `NULL`, which compares as neither true nor false. */
const secondsOf = (setting: keyof OrganizationSettings, preset: number | 'NULL') =>
  `coalesce((o.settings ->> '${setting}')::int, ${preset}) * interval '1 second'`;
const IDLE = secondsOf('sessionIdleSeconds', IDLE_SECONDS);
const LIFETIME = secondsOf('sessionLifetimeSeconds', 'NULL');
const FRESH = secondsOf('reauthenticationSeconds', FRESH_SECONDS);

/** Valid sessions `s` of the organization `o`. The settings hold for sessions that were opened before, too. */
const IS_VALID = `s.expires_at > now() AND s.last_seen_at > now() - ${IDLE}
    AND (s.created_at > now() - ${LIFETIME}) IS NOT FALSE`;

const ENDS_AT = `least(s.expires_at, s.last_seen_at + ${IDLE}, s.created_at + ${LIFETIME})`;

/** The time of last use is written at most this often, to limit writes of active users. */
const NOTED_EVERY = `least(interval '1 hour', ${IDLE} / 10)`;

const holders = (position: string) =>
  prepared(`SELECT s.id AS "sessionId", s.last_seen_at < now() - ${NOTED_EVERY} AS "isDueForNote",
    ${HOLDER_COLUMNS}, ${position}
  FROM ${SHOWN_CREDENTIALS}
  LEFT JOIN browser_session s ON s.hash = shown.hash AND s.organization_id = o.id AND ${IS_VALID}
  LEFT JOIN user_account u ON u.id = s.user_id
  ORDER BY shown.at`);
const HOLDERS = holders(NO_POSITION);
const HOLDERS_WITH_POSITION = holders(POSITION);

const milliseconds = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;

@Injectable()
export class SessionRepository {
  private readonly holders: ShownCredentials<SessionHolder>;

  constructor(
    private readonly database: Database,
    access: DatabaseAccess,
  ) {
    this.holders = new ShownCredentials(database, access.readUrl === null ? HOLDERS : HOLDERS_WITH_POSITION);
  }

  /** Reads session, account and organization in one indexed query. `null`: the host has no organization. */
  findHolder(place: PlaceOfRequest, hash: Buffer): Promise<SessionHolder | null> {
    return this.holders.find(place, hash);
  }

  async insert({ organizationId, userId, hash, userAgent, address, authenticatedAt }: NewSession): Promise<SessionId> {
    const row = await this.database.row<{ id: SessionId }>(
      `INSERT INTO browser_session (organization_id, user_id, hash, user_agent, address, expires_at, authenticated_at)
        VALUES ($1, $2, $3, $4, $5, now() + ${LIFE},
          CASE WHEN $6::bigint IS NOT NULL THEN least(now(), to_timestamp($6::bigint / 1000.0)) END)
        RETURNING id`,
      [organizationId, userId, hash, userAgent, address, authenticatedAt],
    );
    return row!.id;
  }

  /** Extends the session after use. Of several concurrent requests at most one writes. */
  async noteUse(id: SessionId): Promise<void> {
    await this.database.write(
      `UPDATE browser_session s SET last_seen_at = now(), expires_at = now() + ${LIFE} FROM organization o
        WHERE s.id = $1 AND o.id = s.organization_id AND s.last_seen_at < now() - ${NOTED_EVERY}`,
      [id],
    );
  }

  /** Whether the user of the session has lately proved who they are. */
  async isFresh(id: SessionId): Promise<boolean> {
    const row = await this.database.row<{ isFresh: boolean }>(
      `SELECT coalesce(s.authenticated_at, s.created_at) > now() - ${FRESH} AS "isFresh"
        FROM browser_session s JOIN organization o ON o.id = s.organization_id WHERE s.id = $1`,
      [id],
    );
    return row?.isFresh ?? false;
  }

  /** The user of the session has just proved again who they are. */
  async noteAuthentication(id: SessionId): Promise<void> {
    await this.database.write('UPDATE browser_session SET authenticated_at = now() WHERE id = $1', [id]);
  }

  /** Valid sessions, latest first. */
  list(userId: UserId): Promise<SessionRow[]> {
    return this.database.rows<SessionRow>(
      `SELECT s.id, s.user_agent AS "userAgent", host(s.address) AS address,
          ${milliseconds('s.created_at')} AS "createdAt", ${milliseconds('s.last_seen_at')} AS "lastSeenAt",
          ${milliseconds(ENDS_AT)} AS "expiresAt"
        FROM browser_session s JOIN organization o ON o.id = s.organization_id
        WHERE s.user_id = $1 AND ${IS_VALID} ORDER BY s.id DESC`,
      [userId],
    );
  }

  /** Whether there was such a session. Expired sessions do not count. */
  async remove(userId: UserId, id: number): Promise<boolean> {
    const written = await this.database.write(
      'DELETE FROM browser_session WHERE user_id = $1 AND id = $2 AND expires_at > now()',
      [userId, id],
    );
    return written > 0;
  }

  /** Removes all sessions of the account except `spared`. Returns the removed ids, ascending. */
  async removeAll(userId: UserId, spared: SessionId | null): Promise<SessionId[]> {
    return ascending(
      await this.database.rows<{ id: SessionId }>(
        'DELETE FROM browser_session WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING id',
        [userId, spared],
      ),
    );
  }

  /** Removes the oldest sessions beyond `kept`. Returns the removed ids, ascending. */
  async removeOldest(userId: UserId, kept: number): Promise<SessionId[]> {
    return ascending(
      await this.database.rows<{ id: SessionId }>(
        `DELETE FROM browser_session WHERE id IN (SELECT id FROM browser_session WHERE user_id = $1 ORDER BY id DESC OFFSET $2) RETURNING id`,
        [userId, kept],
      ),
    );
  }

  /** Returns the number of removed sessions. */
  removeExpired(atMost: number): Promise<number> {
    return this.database.write(
      `DELETE FROM browser_session WHERE id = ANY (ARRAY (
          SELECT id FROM browser_session WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      [atMost],
    );
  }

  async expired(): Promise<{ waiting: number; oldestSeconds: number }> {
    const row = await this.database.row<{ waiting: number; oldestSeconds: number }>(
      `SELECT count(*) AS waiting, coalesce(floor(extract(epoch FROM now() - min(expires_at))), 0)::bigint AS "oldestSeconds"
        FROM browser_session WHERE expires_at <= now()`,
    );
    return row!;
  }

  /** Whether the pad was unused. */
  async spendPad(hash: Buffer): Promise<boolean> {
    const written = await this.database.write(
      'INSERT INTO spent_one_time_pad (hash) VALUES ($1) ON CONFLICT DO NOTHING',
      [hash],
    );
    return written > 0;
  }

  /** Removes pads that were used so long ago that no link with one can still be valid. */
  async removeOldPads(): Promise<void> {
    await this.database.write(`DELETE FROM spent_one_time_pad WHERE spent_at < now() - interval '30 days'`);
  }
}

const ascending = (rows: readonly { id: SessionId }[]): SessionId[] => rows.map(({ id }) => id).sort((a, b) => a - b);
