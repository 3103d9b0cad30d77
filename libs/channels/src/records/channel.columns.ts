/** The columns for decisions (`ChannelForActor` without the subscription), of a table with alias `c`. */
export const DECISION_COLUMNS = `c.id, c.organization_id AS "organizationId", c.name, c.is_private AS "isPrivate",
  c.is_web_public AS "isWebPublic", c.history_public_to_subscribers AS "historyPublicToSubscribers",
  c.is_archived AS "isArchived", c.topics_policy AS "topicsPolicy", c.permissions`;

/** The columns of a stored `Channel` without the subscription. */
export const CHANNEL_COLUMNS = `${DECISION_COLUMNS}, c.description, c.rendered_description AS "renderedDescription",
  c.creator_id AS "creatorId", c.message_retention_days AS "messageRetentionDays", c.is_default AS "isDefault",
  c.folder_id AS "folderId", c.is_recently_active AS "isRecentlyActive", c.weekly_traffic AS "weeklyTraffic",
  floor(extract(epoch FROM c.created_at))::bigint AS "createdAt"`;

/** The end of an open period. */
export const OPEN_END = '9223372036854775807';

/** Whether a user is subscribed to the channel `c` now; `user` is an SQL expression. */
export const IS_SUBSCRIBED = (user: string): string => `EXISTS (
  SELECT FROM subscription_period p WHERE p.channel_id = c.id AND p.user_id = ${user} AND p.to_position = ${OPEN_END})`;
