import type { OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Presence, PRESENCE_OFFLINE_SECONDS, PRESENCE_WRITE_SECONDS } from './presence';

/** Presence of users at one moment. */
export interface PresenceList {
  /** UNIX seconds, with a fraction. */
  readonly now: number;
  /** The list contains all changes up to here. -1: there is none. */
  readonly lastChange: number;
  readonly presences: Presence[];
}

const seconds = (column: string): string => `floor(extract(epoch FROM ${column}))::bigint`;
const PRESENCE = `p.user_id AS "userId", u.email, ${seconds('p.active_at')} AS "activeAt",
  ${seconds('p.connected_at')} AS "connectedAt", ${seconds('u.date_joined')} AS "joinedAt"`;
/**
 * The condition on `connected_at` leaves out a user who has a row only because of hiding presence before the first
 * report.
 */
const PEOPLE = `presence p JOIN user_account u ON u.id = p.user_id AND u.is_active AND p.connected_at > '-infinity'`;

/**
 * Reads the row before the update. If the last report is old enough, the user returns with this one. The row also
 * contains whether the user hides presence, so a concurrent report sees the change.
 */
const BEFORE = `before AS (
    SELECT u.id, u.organization_id, p.active_at, p.connected_at,
      p.connected_at IS NULL OR p.connected_at < now() - interval '${PRESENCE_OFFLINE_SECONDS} s'
        OR $2 AND coalesce(p.active_at, '-infinity') < now() - interval '${PRESENCE_OFFLINE_SECONDS} s' AS returns,
      p.connected_at < now() - interval '${PRESENCE_WRITE_SECONDS} s'
        OR $2 AND coalesce(p.active_at, '-infinity') < now() - interval '${PRESENCE_WRITE_SECONDS} s' AS is_due
    FROM user_account u LEFT JOIN presence p ON p.user_id = u.id
    WHERE u.id = $1 AND u.is_active AND p.hidden IS NOT TRUE
      AND coalesce((u.settings->>'presence_enabled')::boolean, true))`;

const WRITE = (which: string): string => `INSERT INTO presence AS p
    (user_id, organization_id, active_at, connected_at, change_id)
  SELECT id, organization_id, CASE WHEN $2 THEN now() END, now(), pg_current_xact_id()::text::bigint
  FROM before WHERE ${which}
  ON CONFLICT (user_id) DO UPDATE SET active_at = coalesce(excluded.active_at, p.active_at),
    connected_at = greatest(p.connected_at, excluded.connected_at), change_id = excluded.change_id
  WHERE NOT p.hidden`;

const JUST_GONE = `now() - interval '${PRESENCE_OFFLINE_SECONDS + 1} s'`;

const REPORT = prepared(`WITH ${BEFORE}, written AS (${WRITE('is_due AND NOT returns')})
  SELECT returns FROM before`);
const RETURN = prepared(`WITH ${BEFORE} ${WRITE('returns')}`);

/**
 * The number of a change is the id of its transaction. All changes below the oldest open transaction are visible, so
 * the list is complete up to there. It may also contain later changes; these are sent again next time. A number beyond
 * the current transaction id comes from before a restore of the database, and is ignored.
 */
const SINCE = prepared(`WITH moment AS (
    SELECT extract(epoch FROM clock_timestamp())::float8 AS now,
      CASE WHEN $2 < pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN $2::bigint ELSE -1 END AS since,
      coalesce((SELECT max(change_id) FROM presence WHERE organization_id = $1
        AND change_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint), -1) AS settled)
  SELECT now, greatest(since, settled) AS "lastChange", people.* FROM moment LEFT JOIN LATERAL (
    SELECT ${PRESENCE} FROM ${PEOPLE}
    WHERE p.organization_id = $1 AND p.change_id > since
      AND ($3::float8 IS NULL OR p.connected_at > now() - make_interval(secs => $3::float8 * 86400))) people ON true`);

/** The presence of users, one row each. Rows of users who hide presence contain no times. */
@Injectable()
export class PresenceRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a report if it is due, in one statement; otherwise writes nothing. `true`: nothing was stored, because the
   * user returns with this report and other users must be told.
   */
  async report(userId: UserId, isActive: boolean): Promise<boolean> {
    const row = await this.database.row<{ returns: boolean }>(REPORT, [userId, isActive]);
    return row?.returns ?? false;
  }

  /** Stores that the user returned. `false`: the user was already present. */
  async comeBack(userId: UserId, isActive: boolean): Promise<boolean> {
    return (await this.database.write(RETURN, [userId, isActive])) > 0;
  }

  /** Stores that the user is present, for a user who shows presence again. */
  async appear(userId: UserId, organizationId: OrganizationId): Promise<void> {
    await this.database.write(
      `INSERT INTO presence AS p (user_id, organization_id, active_at, connected_at, change_id)
        VALUES ($1, $2, now(), now(), pg_current_xact_id()::text::bigint)
        ON CONFLICT (user_id) DO UPDATE SET active_at = excluded.active_at, connected_at = excluded.connected_at,
          change_id = excluded.change_id, hidden = false`,
      [userId, organizationId],
    );
  }

  /** Removes the stored presence of a user who hides it. */
  async disappear(userId: UserId, organizationId: OrganizationId): Promise<void> {
    await this.database.write(
      `INSERT INTO presence AS p (user_id, organization_id, connected_at, change_id, hidden)
        VALUES ($1, $2, '-infinity', pg_current_xact_id()::text::bigint, true)
        ON CONFLICT (user_id) DO UPDATE SET active_at = least(p.active_at, ${JUST_GONE}),
          connected_at = least(p.connected_at, ${JUST_GONE}), change_id = excluded.change_id, hidden = true`,
      [userId, organizationId],
    );
  }

  find(organizationId: OrganizationId, userId: UserId): Promise<(Presence & { now: number }) | null> {
    return this.database.row(
      `SELECT ${PRESENCE}, extract(epoch FROM clock_timestamp())::float8 AS now FROM ${PEOPLE}
        WHERE p.organization_id = $1 AND p.user_id = $2`,
      [organizationId, userId],
    );
  }

  /**
   * The presence of all users that changed after a given change.
   * @param days `null`: without a limit of age
   */
  async since(organizationId: OrganizationId, change: number, days: number | null): Promise<PresenceList> {
    const rows = await this.database.rows<Presence & { now: number; lastChange: number; userId: UserId | null }>(
      SINCE,
      [organizationId, change, days],
    );
    const { now, lastChange } = rows[0]!; // also where none has changed: a row without a user
    return { now, lastChange, presences: rows.filter(({ userId }) => userId !== null) };
  }

  async lastActive(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<Map<UserId, number>> {
    const rows = await this.database.rows<{ userId: UserId; activeAt: number }>(
      `SELECT user_id AS "userId", floor(extract(epoch FROM active_at) * 1000)::bigint AS "activeAt" FROM presence
        WHERE organization_id = $1 AND user_id = ANY ($2::bigint[]) AND active_at IS NOT NULL`,
      [organizationId, userIds],
    );
    return new Map(rows.map(({ userId, activeAt }) => [userId, activeAt]));
  }

  /** Whether the organization may have more users than that, without bots. */
  async isLarge(organizationId: OrganizationId, people: number): Promise<boolean> {
    const row = await this.database.row<{ people: number }>(
      `SELECT count(*) AS people FROM (SELECT FROM user_account
        WHERE organization_id = $1 AND is_active AND NOT is_bot LIMIT $2) counted`,
      [organizationId, people + 1],
    );
    return row!.people > people;
  }
}
