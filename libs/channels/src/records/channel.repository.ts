import type { ChannelSettingName } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel, ChannelForActor, CountedChannel, ChannelPermissions, TopicsPolicy } from './channel';
import type { Privacy } from './privacy';
import { CHANNEL_COLUMNS, DECISION_COLUMNS, IS_SUBSCRIBED } from './channel.columns';

/** A name of a request, with the id of its channel. */
export interface NamedChannel {
  /** The common form of equal names. */
  readonly key: string;
  readonly channelId: ChannelId | null;
}

/** The common settings of the channels that one request creates. */
export interface NewChannelSettings extends Privacy {
  readonly organizationId: OrganizationId;
  readonly creatorId: UserId | null;
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly isDefault: boolean;
  readonly folderId: number | null;
  readonly permissions: ChannelPermissions;
}

export interface NewChannel {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
}

/** Which version of a channel the reader sees, and whether one user is subscribed. */
export interface ChannelVersion {
  readonly id: ChannelId;
  readonly version: string;
  readonly isSubscribed: boolean;
}

const VERSIONS = prepared(`SELECT c.id, c.xmin || ' ' || hash_record_extended(c, 0) AS version,
    ${IS_SUBSCRIBED('$2')} AS "isSubscribed"
  FROM channel c WHERE c.organization_id = $1 ORDER BY c.name COLLATE "C"`);

@Injectable()
export class ChannelRepository {
  constructor(private readonly database: Database) {}

  /** Channels with these ids or names (in any case), with the user's subscription. */
  listForDecisions(
    organizationId: OrganizationId,
    userId: UserId,
    { ids = [], names = [] }: { ids?: readonly ChannelId[]; names?: readonly string[] },
  ): Promise<ChannelForActor[]> {
    return this.database.rows(
      `SELECT ${DECISION_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed" FROM channel c
       WHERE c.organization_id = $1
         AND (c.id = ANY ($3::bigint[]) OR lower(c.name) = ANY (ARRAY(SELECT lower(n) FROM unnest($4::text[]) AS n)))`,
      [organizationId, userId, ids, names],
    );
  }

  /** The active channels that spectators may see. */
  listWebPublic(organizationId: OrganizationId, userId: UserId): Promise<ChannelForActor[]> {
    return this.database.rows(
      `SELECT ${DECISION_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed" FROM channel c
       WHERE c.organization_id = $1 AND c.is_web_public AND NOT c.is_archived`,
      [organizationId, userId],
    );
  }

  findForDecisions(
    organizationId: OrganizationId,
    userId: UserId,
    which: { id: ChannelId } | { name: string },
  ): Promise<ChannelForActor | null> {
    const [condition, value] =
      'id' in which ? ['c.id = $3', which.id] : ['lower(c.name) = lower($3)', which.name.trim()];
    return this.database.row(
      `SELECT ${DECISION_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed" FROM channel c
       WHERE c.organization_id = $1 AND ${condition}`,
      [organizationId, userId, value],
    );
  }

  /** Channels of exactly these names. */
  listNamed(organizationId: OrganizationId, userId: UserId, names: readonly string[]): Promise<ChannelForActor[]> {
    return this.database.rows(
      `SELECT ${DECISION_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed" FROM channel c
       WHERE c.organization_id = $1 AND lower(c.name) = ANY (SELECT lower(name) FROM unnest($3::text[]) AS name)
         AND c.name = ANY ($3)`,
      [organizationId, userId, names],
    );
  }

  /** The channel of each name, in the given order. */
  resolve(organizationId: OrganizationId, names: readonly string[]): Promise<NamedChannel[]> {
    return this.database.rows(
      `SELECT lower(n.name) AS key, c.id AS "channelId"
       FROM unnest($2::text[]) WITH ORDINALITY AS n (name, place)
       LEFT JOIN channel c ON c.organization_id = $1 AND lower(c.name) = lower(n.name)
       ORDER BY n.place`,
      [organizationId, names],
    );
  }

  async names(organizationId: OrganizationId, ids: readonly ChannelId[]): Promise<Map<ChannelId, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows<{ id: ChannelId; name: string }>(
      'SELECT id, name FROM channel WHERE organization_id = $1 AND id = ANY ($2)',
      [organizationId, ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Whole channels by id, with the user's subscription; all of the organization or the given ones. */
  list(organizationId: OrganizationId, userId: UserId, ids: readonly ChannelId[] | null): Promise<Channel[]> {
    return this.database.rows(
      `SELECT ${CHANNEL_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed" FROM channel c
       WHERE c.organization_id = $1 AND ($3::bigint[] IS NULL OR c.id = ANY ($3)) ORDER BY c.id`,
      [organizationId, userId, ids],
    );
  }

  /**
   * Whole channels with their subscriber counts, by name in code-point order; all of the organization or the given
   * ones.
   */
  listCounted(
    organizationId: OrganizationId,
    userId: UserId,
    ids: readonly ChannelId[] | null = null,
  ): Promise<CountedChannel[]> {
    return this.database.rows(
      `SELECT ${CHANNEL_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed", c.subscriber_count AS "subscriberCount"
       FROM channel c
       WHERE c.organization_id = $1 AND ($3::bigint[] IS NULL OR c.id = ANY ($3)) ORDER BY c.name COLLATE "C"`,
      [organizationId, userId, ids],
    );
  }

  /**
   * All channels in the order of `listCounted`, each with a text that differs for each version of its row. The id of the transaction that
   * wrote the row may come twice in the history of a cluster that lost transactions; then the content differs.
   */
  versions(organizationId: OrganizationId, userId: UserId): Promise<ChannelVersion[]> {
    return this.database.rows<ChannelVersion>(VERSIONS, [organizationId, userId]);
  }

  /** Reads no more rows than that. */
  async areMoreThan(organizationId: OrganizationId, most: number): Promise<boolean> {
    const rows = await this.database.rows('SELECT FROM channel WHERE organization_id = $1 LIMIT $2', [
      organizationId,
      most + 1,
    ]);
    return rows.length > most;
  }

  /** The retention of each channel, including archived ones; `id` `null`: all of the organization. */
  retentions(organizationId: OrganizationId, id: ChannelId | null): Promise<{ id: ChannelId; days: number | null }[]> {
    return this.database.rows(
      `SELECT id, message_retention_days AS days FROM channel
       WHERE organization_id = $1 AND ($2::bigint IS NULL OR id = $2) ORDER BY id`,
      [organizationId, id],
    );
  }

  /** Whether the value changed. */
  async setRecentlyActive(id: ChannelId, isRecentlyActive: boolean): Promise<boolean> {
    const written = await this.database.write(
      'UPDATE channel SET is_recently_active = $2 WHERE id = $1 AND is_recently_active <> $2',
      [id, isRecentlyActive],
    );
    return written > 0;
  }

  async setEmpty(id: ChannelId, isEmpty: boolean): Promise<void> {
    await this.database.write('UPDATE channel SET is_empty = $2 WHERE id = $1 AND is_empty <> $2', [id, isEmpty]);
  }

  async setWeeklyTraffic(traffic: readonly { id: ChannelId; weeklyTraffic: number | null }[]): Promise<void> {
    if (traffic.length === 0) return;
    await this.database.write(
      `UPDATE channel c SET weekly_traffic = counted.traffic
       FROM unnest($1::bigint[], $2::integer[]) AS counted (id, traffic)
       WHERE c.id = counted.id AND c.weekly_traffic IS DISTINCT FROM counted.traffic`,
      [traffic.map(({ id }) => id), traffic.map(({ weeklyTraffic }) => weeklyTraffic)],
    );
  }

  async defaultIds(organizationId: OrganizationId): Promise<ChannelId[]> {
    const rows = await this.database.rows<{ id: ChannelId }>(
      'SELECT id FROM channel WHERE organization_id = $1 AND is_default AND NOT is_archived ORDER BY id',
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  /** Creates channels in the given order, without subscribers. */
  async insert(settings: NewChannelSettings, channels: readonly NewChannel[]): Promise<Channel[]> {
    if (channels.length === 0) return [];
    const rows = await this.database.rows<Omit<Channel, 'isSubscribed'>>(
      `INSERT INTO channel AS c (organization_id, creator_id, is_private, is_web_public, history_public_to_subscribers,
         message_retention_days, topics_policy, is_default, folder_id, permissions, name, description,
         rendered_description)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10::jsonb, n.name, n.description, n.rendered
       FROM unnest($11::text[], $12::text[], $13::text[]) WITH ORDINALITY AS n (name, description, rendered, place)
       ORDER BY n.place
       RETURNING ${CHANNEL_COLUMNS}`,
      [
        settings.organizationId,
        settings.creatorId,
        settings.isPrivate,
        settings.isWebPublic,
        settings.historyPublicToSubscribers,
        settings.messageRetentionDays,
        settings.topicsPolicy,
        settings.isDefault,
        settings.folderId,
        JSON.stringify(settings.permissions),
        channels.map(({ name }) => name),
        channels.map(({ description }) => description),
        channels.map(({ renderedDescription }) => renderedDescription),
      ],
    );
    return rows.map((row) => ({ ...row, isSubscribed: false }));
  }

  /** Stores all values of a channel that can change. */
  async update(channel: Channel): Promise<void> {
    await this.database.write(
      `UPDATE channel SET name = $2, description = $3, rendered_description = $4, is_private = $5, is_web_public = $6,
         history_public_to_subscribers = $7, message_retention_days = $8, topics_policy = $9, is_archived = $10,
         is_default = $11, folder_id = $12, permissions = $13::jsonb
       WHERE id = $1`,
      [
        channel.id,
        channel.name,
        channel.description,
        channel.renderedDescription,
        channel.isPrivate,
        channel.isWebPublic,
        channel.historyPublicToSubscribers,
        channel.messageRetentionDays,
        channel.topicsPolicy,
        channel.isArchived,
        channel.isDefault,
        channel.folderId,
        JSON.stringify(channel.permissions),
      ],
    );
  }

  /**
   * The private channels with a setting that is or contains a group outside the given ones. Their viewers depend on the
   * contents of groups.
   */
  listOpenedByGroups(
    organizationId: OrganizationId,
    settings: readonly ChannelSettingName[],
    exceptGroupIds: readonly number[],
  ): Promise<Channel[]> {
    return this.database.rows(
      `SELECT ${CHANNEL_COLUMNS}, false AS "isSubscribed" FROM channel c
       WHERE c.organization_id = $1 AND c.is_private AND EXISTS (
         SELECT FROM unnest($2::text[]) AS setting (name)
         CROSS JOIN LATERAL jsonb_path_query(c.permissions -> setting.name, 'strict $ ? (@.type() == "number")') AS id
         WHERE id::bigint <> ALL ($3)
         UNION ALL
         SELECT FROM unnest($2::text[]) AS setting (name)
         CROSS JOIN LATERAL jsonb_path_query(c.permissions -> setting.name, 'lax $.direct_subgroups[*]') AS id
         WHERE id::bigint <> ALL ($3))
       ORDER BY c.id`,
      [organizationId, settings, exceptGroupIds],
    );
  }

  /** The channels with a setting that names the user. */
  listNaming(organizationId: OrganizationId, userId: UserId): Promise<Channel[]> {
    return this.database.rows(
      `SELECT ${CHANNEL_COLUMNS}, ${IS_SUBSCRIBED('$2')} AS "isSubscribed" FROM channel c
       WHERE c.organization_id = $1
         AND jsonb_path_exists(c.permissions, '$.*.direct_members[*] ? (@ == $id)', jsonb_build_object('id', $2::bigint))
       ORDER BY c.id`,
      [organizationId, userId],
    );
  }
}
