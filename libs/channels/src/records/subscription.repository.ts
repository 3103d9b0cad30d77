import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelUser } from './channel-user';
import type { SubscriptionSettings } from './subscription';
import { OPEN_END } from './channel.columns';

export const pairKey = ({ userId, channelId }: ChannelUser): string => `${userId}:${channelId}`;

export interface SubscriptionRow extends ChannelUser, SubscriptionSettings {}

const SETTINGS = `s.user_id AS "userId", s.channel_id AS "channelId", s.color, s.is_muted AS "isMuted",
  s.pin_to_top AS "pinToTop", s.desktop_notifications AS "desktopNotifications",
  s.audible_notifications AS "audibleNotifications", s.push_notifications AS "pushNotifications",
  s.email_notifications AS "emailNotifications", s.wildcard_mentions_notify AS "wildcardMentionsNotify"`;

const COLUMN_OF: Readonly<Record<keyof SubscriptionSettings, string>> = {
  color: 'color',
  isMuted: 'is_muted',
  pinToTop: 'pin_to_top',
  desktopNotifications: 'desktop_notifications',
  audibleNotifications: 'audible_notifications',
  pushNotifications: 'push_notifications',
  emailNotifications: 'email_notifications',
  wildcardMentionsNotify: 'wildcard_mentions_notify',
};

/** Deactivated users remain subscribed, but all lists of subscribers leave them out. `user` is an SQL expression. */
const IS_PRESENT = (user: string): string => `NOT EXISTS (SELECT FROM absent_subscriber a WHERE a.user_id = ${user})`;

@Injectable()
export class SubscriptionRepository {
  constructor(private readonly database: Database) {}

  /** The open subscriptions of these users to these channels. */
  openPairs(channelIds: readonly ChannelId[], userIds: readonly UserId[]): Promise<ChannelUser[]> {
    return this.database.rows(
      `SELECT user_id AS "userId", channel_id AS "channelId" FROM subscription_period
       WHERE to_position = ${OPEN_END} AND channel_id = ANY ($1) AND user_id = ANY ($2)`,
      [channelIds, userIds],
    );
  }

  /** The settings of these users for these channels, from current or earlier subscriptions. */
  settings(channelIds: readonly ChannelId[], userIds: readonly UserId[]): Promise<SubscriptionRow[]> {
    return this.database.rows(
      `SELECT ${SETTINGS} FROM subscription s WHERE s.user_id = ANY ($2) AND s.channel_id = ANY ($1)`,
      [channelIds, userIds],
    );
  }

  /** All settings of a user for channels. */
  settingsOf(userId: UserId): Promise<SubscriptionRow[]> {
    return this.database.rows(`SELECT ${SETTINGS} FROM subscription s WHERE s.user_id = $1`, [userId]);
  }

  /** Muted channels, also those of ended subscriptions. */
  async mutedChannelIds(userId: UserId): Promise<ChannelId[]> {
    const rows = await this.database.rows<{ channelId: ChannelId }>(
      'SELECT channel_id AS "channelId" FROM subscription WHERE user_id = $1 AND is_muted',
      [userId],
    );
    return rows.map(({ channelId }) => channelId);
  }

  async usedColors(userIds: readonly UserId[]): Promise<Map<UserId, Set<string>>> {
    const rows = await this.database.rows<{ userId: UserId; colors: string[] }>(
      `SELECT user_id AS "userId", array_agg(DISTINCT color) AS colors FROM subscription
       WHERE user_id = ANY ($1) GROUP BY user_id`,
      [userIds],
    );
    return new Map(rows.map(({ userId, colors }) => [userId, new Set(colors)]));
  }

  /**
   * Draws a position for each channel. The transaction id is assigned before. Messages with a smaller id were sent
   * before.
   */
  async drawPositions(channelIds: readonly ChannelId[]): Promise<Map<ChannelId, number>> {
    const rows = await this.database.rows<{ channelId: ChannelId; position: number }>(
      `WITH own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid)
       SELECT wanted.id AS "channelId", CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS position
       FROM own, unnest($1::bigint[]) AS wanted (id)`,
      [channelIds],
    );
    return new Map(rows.map(({ channelId, position }) => [channelId, position]));
  }

  async insertSettings(rows: readonly { userId: UserId; channelId: ChannelId; color: string }[]): Promise<void> {
    if (rows.length === 0) return;
    await this.database.write(
      `INSERT INTO subscription (user_id, channel_id, color)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) ORDER BY 1, 2`,
      [rows.map(({ userId }) => userId), rows.map(({ channelId }) => channelId), rows.map(({ color }) => color)],
    );
  }

  async openPeriods(pairs: readonly (ChannelUser & { position: number })[]): Promise<void> {
    await this.database.write(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ORDER BY 1, 2`,
      [
        pairs.map(({ userId }) => userId),
        pairs.map(({ channelId }) => channelId),
        pairs.map(({ position }) => position),
      ],
    );
  }

  async closePeriods(pairs: readonly (ChannelUser & { position: number })[]): Promise<void> {
    await this.database.write(
      `UPDATE subscription_period p SET to_position = ended.position
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS ended (user_id, channel_id, position)
       WHERE p.user_id = ended.user_id AND p.channel_id = ended.channel_id AND p.to_position = ${OPEN_END}`,
      [
        pairs.map(({ userId }) => userId),
        pairs.map(({ channelId }) => channelId),
        pairs.map(({ position }) => position),
      ],
    );
  }

  /**
   * The active subscribers, ascending. A channel without subscribers has an empty list.
   * @param among only these users
   */
  async subscriberIdsOf(
    channelIds: readonly ChannelId[],
    among: readonly UserId[] | null = null,
  ): Promise<Map<ChannelId, UserId[]>> {
    const found = new Map<ChannelId, UserId[]>(channelIds.map((id) => [id, []]));
    if (channelIds.length === 0 || among?.length === 0) return found;
    const rows = await this.database.rows<{ channelId: ChannelId; userIds: string }>(
      `SELECT channel_id AS "channelId", string_agg(user_id::text, ',' ORDER BY user_id) AS "userIds"
       FROM subscription_period p
       WHERE p.to_position = ${OPEN_END} AND p.channel_id = ANY ($1) AND ${IS_PRESENT('p.user_id')}
         AND ($2::bigint[] IS NULL OR p.user_id = ANY ($2))
       GROUP BY channel_id`,
      [channelIds, among],
    );
    for (const { channelId, userIds } of rows) found.set(channelId, userIds.split(',').map(Number) as UserId[]);
    return found;
  }

  /** As `subscriberIdsOf`, for one channel of an organization. */
  async subscriberIds(
    organizationId: OrganizationId,
    channelId: ChannelId,
    limit: number | null = null,
  ): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT p.user_id AS "userId" FROM subscription_period p JOIN channel c ON c.id = p.channel_id
       WHERE c.organization_id = $1 AND c.id = $2 AND p.to_position = ${OPEN_END} AND ${IS_PRESENT('p.user_id')}
       ORDER BY p.user_id LIMIT $3`,
      [organizationId, channelId, limit],
    );
    return rows.map(({ userId }) => userId);
  }

  /** The user was deactivated: lists of subscribers leave the user out. `false`: they did before. */
  async beginAbsence(userId: UserId): Promise<boolean> {
    return (
      (await this.database.write('INSERT INTO absent_subscriber VALUES ($1) ON CONFLICT DO NOTHING', [userId])) > 0
    );
  }

  /** The user was reactivated, with all earlier subscriptions. `false`: lists did not leave the user out. */
  async endAbsence(userId: UserId): Promise<boolean> {
    return (await this.database.write('DELETE FROM absent_subscriber WHERE user_id = $1', [userId])) > 0;
  }

  /** Counts one subscriber more or less in each of the channels. */
  async count(channelIds: readonly ChannelId[], change: 1 | -1): Promise<void> {
    if (channelIds.length === 0) return;
    await this.database.write(
      'UPDATE channel SET subscriber_count = subscriber_count + $2 WHERE id = ANY ($1::bigint[])',
      [channelIds, change],
    );
  }

  /** The channels of the user's current subscriptions, with how many users may have to be told about each. */
  openChannels(userId: UserId): Promise<{ id: ChannelId; viewers: number }[]> {
    return this.database.rows(
      `SELECT c.id, CASE WHEN c.is_private THEN c.subscriber_count ELSE 0 END AS viewers
       FROM subscription_period p JOIN channel c ON c.id = p.channel_id
       WHERE p.user_id = $1 AND p.to_position = ${OPEN_END} ORDER BY c.id`,
      [userId],
    );
  }

  /**
   * How many users more the count of a channel has than its list, because they were deactivated and not yet counted.
   * Fewer, for reactivated users. Channels without a difference are left out. The table is usually empty.
   */
  async surplus(channelIds: readonly ChannelId[]): Promise<Map<ChannelId, number>> {
    const rows = await this.database.rows<{ channelId: ChannelId; surplus: number }>(
      `SELECT channel.id AS "channelId", sum(CASE WHEN is_leaving THEN 1 ELSE -1 END)::int AS surplus
       FROM absence_change, unnest(channel_ids) AS channel (id)
       WHERE channel_ids && $1::bigint[] AND channel.id = ANY ($1::bigint[]) GROUP BY channel.id`,
      [channelIds],
    );
    return new Map(rows.map(({ channelId, surplus }) => [channelId, surplus]));
  }

  /** The channels of the user's current subscriptions. */
  async channelIdsOf(userId: UserId): Promise<ChannelId[]> {
    const rows = await this.database.rows<{ channelId: ChannelId }>(
      `SELECT channel_id AS "channelId" FROM subscription_period WHERE user_id = $1 AND to_position = ${OPEN_END}`,
      [userId],
    );
    return rows.map(({ channelId }) => channelId);
  }

  /** Stores one user's changes. If a setting of a channel occurs several times, the last value counts. */
  async update(
    userId: UserId,
    changes: readonly { channelId: ChannelId; setting: keyof SubscriptionSettings; value: string | boolean }[],
  ): Promise<void> {
    const merged = new Map<ChannelId, Partial<Record<string, string | boolean>>>();
    for (const { channelId, setting, value } of changes) {
      merged.set(channelId, { ...merged.get(channelId), [COLUMN_OF[setting]]: value });
    }
    await this.database.write(
      `UPDATE subscription s SET
         color = coalesce(changed.color, s.color),
         is_muted = coalesce(changed.is_muted, s.is_muted),
         pin_to_top = coalesce(changed.pin_to_top, s.pin_to_top),
         desktop_notifications = coalesce(changed.desktop_notifications, s.desktop_notifications),
         audible_notifications = coalesce(changed.audible_notifications, s.audible_notifications),
         push_notifications = coalesce(changed.push_notifications, s.push_notifications),
         email_notifications = coalesce(changed.email_notifications, s.email_notifications),
         wildcard_mentions_notify = coalesce(changed.wildcard_mentions_notify, s.wildcard_mentions_notify)
       FROM jsonb_to_recordset($2::jsonb) AS changed (channel_id bigint, color text, is_muted boolean, pin_to_top boolean,
         desktop_notifications boolean, audible_notifications boolean, push_notifications boolean, email_notifications boolean,
         wildcard_mentions_notify boolean)
       WHERE s.user_id = $1 AND s.channel_id = changed.channel_id`,
      [userId, JSON.stringify([...merged].map(([channel_id, columns]) => ({ channel_id, ...columns })))],
    );
  }
}
