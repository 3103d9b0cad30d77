import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Backlog, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A message that a device of the user may show. */
export interface ShownMessage {
  readonly userId: UserId;
  readonly messageId: MessageId;
  readonly organizationId: OrganizationId;
}

/** Messages whose notifications are to be removed from a user's devices. */
export interface Removal {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
  /** The number of this attempt, from 1. */
  readonly attempts: number;
}

/** A user whose shown notifications must be checked. */
export interface Recheck {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly messageIds: readonly MessageId[];
}

/** Older notifications are assumed to be gone. */
const LIFE = `interval '30 days'`;
const REMOVED_AT_ONCE = 5_000;
/** A transaction may do this for 25 users. */
const REMOVED_OF_USER = 200;

/** The notifications that devices may show, and whether they still should. */
@Injectable()
export class PushShownRepository {
  constructor(private readonly database: Database) {}

  /** Which of the users have a device. */
  async reachable(userIds: readonly UserId[]): Promise<Set<UserId>> {
    if (userIds.length === 0) return new Set();
    const rows = await this.database.rows<{ userId: UserId }>(
      'SELECT DISTINCT user_id AS "userId" FROM push_reachable WHERE user_id = ANY ($1::bigint[])',
      [userIds],
    );
    return new Set(rows.map(({ userId }) => userId));
  }

  async isAnybodyReachable(): Promise<boolean> {
    const row = await this.database.row<{ isThere: boolean }>(
      'SELECT EXISTS (SELECT FROM push_reachable) AS "isThere"',
    );
    return row!.isThere;
  }

  /** Marks the messages as shown. */
  async show(messages: readonly ShownMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.database.write(
      `INSERT INTO push_shown (user_id, message_id, organization_id)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
      [...columnsOf(messages), messages.map(({ organizationId }) => organizationId)],
    );
  }

  /** Users whose devices show the message, or will soon. */
  async usersOf(messageId: MessageId): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT user_id AS "userId" FROM push_shown WHERE message_id = $1 AND NOT is_over
       UNION SELECT user_id FROM push_delivery WHERE message_id = $1`,
      [messageId],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Which of the messages are to be removed, as `user message`. */
  async over(messages: readonly Omit<ShownMessage, 'organizationId'>[]): Promise<Set<string>> {
    if (messages.length === 0) return new Set();
    const rows = await this.database.rows<{ key: string }>(
      `SELECT s.user_id || ' ' || s.message_id AS key
       FROM push_shown s JOIN unnest($1::bigint[], $2::bigint[]) AS asked (user_id, message_id)
         ON s.user_id = asked.user_id AND s.message_id = asked.message_id
       WHERE s.is_over`,
      columnsOf(messages),
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Marks shown messages for removal. */
  async markForRemoval(messages: readonly Omit<ShownMessage, 'organizationId'>[]): Promise<void> {
    if (messages.length === 0) return;
    await this.database.write(
      `UPDATE push_shown s SET is_over = true, due_at = now()
       FROM unnest($1::bigint[], $2::bigint[]) AS over_now (user_id, message_id)
       WHERE s.user_id = over_now.user_id AND s.message_id = over_now.message_id AND NOT s.is_over`,
      columnsOf(messages),
    );
  }

  /** Marks the messages for removal, or prevents their delivery. Waits for a running delivery. */
  async removeOrPrevent(messages: readonly ShownMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.database.write(
      `INSERT INTO push_shown (user_id, message_id, organization_id, is_over, due_at)
       SELECT u, m, o, true, now() FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS w (u, m, o) ORDER BY 1, 2
       ON CONFLICT (user_id, message_id) DO UPDATE SET is_over = true, due_at = now() WHERE NOT push_shown.is_over`,
      [...columnsOf(messages), messages.map(({ organizationId }) => organizationId)],
    );
  }

  async remove(userId: UserId, messageIds: readonly MessageId[]): Promise<void> {
    await this.database.write('DELETE FROM push_shown WHERE user_id = $1 AND message_id = ANY ($2::bigint[])', [
      userId,
      messageIds,
    ]);
  }

  /** Removes some of what is shown to an inactive user. The check of the user that follows removes more. */
  async removeSomeOf(userId: UserId, organizationId: OrganizationId): Promise<void> {
    const removed = await this.database.write(
      `DELETE FROM push_shown WHERE user_id = $1 AND message_id IN (
         SELECT message_id FROM push_shown WHERE user_id = $1 ORDER BY message_id LIMIT ${REMOVED_OF_USER})`,
      [userId],
    );
    if (removed < REMOVED_OF_USER) return;
    await this.database.write('INSERT INTO push_recheck (user_id, organization_id) VALUES ($1, $2)', [
      userId,
      organizationId,
    ]);
  }

  /** Runs several bounded statements, each in its own transaction. */
  async removeOld(): Promise<void> {
    const remove = `DELETE FROM push_shown WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM push_shown WHERE shown_at < now() - ${LIFE} LIMIT ${REMOVED_AT_ONCE}))`;
    while ((await this.database.write(remove)) === REMOVED_AT_ONCE);
  }

  /** Schedules a check of these users, if notifications are shown to them. */
  async recheckUsers(userIds: readonly UserId[]): Promise<number> {
    return this.recheck('user_id = ANY ($1::bigint[])', [userIds]);
  }

  async recheckMessages(messageIds: readonly MessageId[]): Promise<number> {
    return this.recheck('message_id = ANY ($1::bigint[])', [messageIds]);
  }

  /** Some of the users to be checked, with their shown messages. The rows are locked until the transaction ends. */
  async takeRechecks(limit: number): Promise<{ taken: number; rechecks: Recheck[] }> {
    const taken = await this.database.rows<{ userId: UserId }>(
      `DELETE FROM push_recheck WHERE id IN (
         SELECT id FROM push_recheck WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING user_id AS "userId"`,
      [limit],
    );
    if (taken.length === 0) return { taken: 0, rechecks: [] };
    const rechecks = await this.database.rows<Recheck>(
      `SELECT user_id AS "userId", organization_id AS "organizationId",
         array_agg(message_id ORDER BY message_id) AS "messageIds"
       FROM push_shown WHERE user_id = ANY ($1::bigint[]) AND NOT is_over
       GROUP BY user_id, organization_id ORDER BY user_id`,
      [taken.map(({ userId }) => userId)],
    );
    return { taken: taken.length, rechecks };
  }

  /** Leases due removals. Messages whose delivery is still running are left out until it has ended. */
  async holdOver(users: number, seconds: number): Promise<Removal[]> {
    return this.database.rows<Removal>(
      `WITH held AS (
         SELECT s.user_id, s.message_id FROM push_shown s
         WHERE s.is_over AND s.due_at <= now() AND s.user_id IN (
             SELECT user_id FROM push_shown WHERE is_over AND due_at <= now()
             GROUP BY user_id ORDER BY min(due_at) LIMIT $1)
           AND NOT EXISTS (SELECT FROM push_delivery d WHERE d.user_id = s.user_id AND d.message_id = s.message_id)
         ORDER BY s.user_id, s.message_id FOR UPDATE SKIP LOCKED),
       taken AS (
         UPDATE push_shown s SET due_at = now() + $2 * interval '1 second', attempts = least(s.attempts + 1, 1000) FROM held
         WHERE s.user_id = held.user_id AND s.message_id = held.message_id
         RETURNING s.user_id, s.organization_id, s.message_id, s.attempts)
       SELECT user_id AS "userId", organization_id AS "organizationId",
         array_agg(message_id ORDER BY message_id) AS "messageIds", max(attempts) AS attempts
       FROM taken GROUP BY user_id, organization_id ORDER BY user_id`,
      [users, seconds],
    );
  }

  async postpone(userId: UserId, messageIds: readonly MessageId[], waitMs: number): Promise<void> {
    await this.database.write(
      `UPDATE push_shown SET due_at = now() + $3 * interval '1 millisecond'
       WHERE user_id = $1 AND message_id = ANY ($2::bigint[])`,
      [userId, messageIds, waitMs],
    );
  }

  async backlog(): Promise<Backlog> {
    const row = await this.database.row<Backlog>(
      `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "oldestSeconds"
       FROM push_shown WHERE is_over AND due_at <= now()`,
    );
    return row!;
  }

  private recheck(condition: string, values: readonly unknown[]): Promise<number> {
    return this.database.write(
      `INSERT INTO push_recheck (user_id, organization_id)
       SELECT DISTINCT user_id, organization_id FROM push_shown WHERE ${condition} AND NOT is_over`,
      values,
    );
  }
}

const columnsOf = (messages: readonly Omit<ShownMessage, 'organizationId'>[]): [UserId[], MessageId[]] => [
  messages.map(({ userId }) => userId),
  messages.map(({ messageId }) => messageId),
];
