import { BIT } from '../domain/flag';
import { READ_RULE } from '../domain/message';

/** How the derived read state is asked for (ADR 2; reference: read-state 3). `user` is a placeholder everywhere. */

/** The end of a period that has none yet. */
export const OPEN_END = '9223372036854775807';

/** Once a statement: up to where everything is read, and when the user was deactivated (null: never). */
export const readerState = (user: string): string => `
  reader AS MATERIALIZED (
    SELECT coalesce((SELECT read_floor FROM user_read_state WHERE user_id = ${user}), 0) AS read_floor,
           (SELECT range_agg(int8range(from_position, to_position, '()')) FROM inactive_period WHERE user_id = ${user}) AS away)`;

/** Joins what decides about the message `m` of a statement that has `readerState`. */
export const standingJoins = (user: string): string => `
  CROSS JOIN reader
  LEFT JOIN message_flag f ON f.user_id = ${user} AND f.message_id = m.id
  LEFT JOIN read_block b ON b.user_id = ${user} AND b.block = m.id >> 12
  LEFT JOIN LATERAL (
    SELECT s.to_position = ${OPEN_END} AS is_open FROM subscription_interval s
    WHERE s.user_id = ${user} AND s.channel_id = m.channel_id AND s.from_position < m.id AND m.id < s.to_position) seat ON true`;

const wasAway = (id: string): string => `coalesce(reader.away @> ${id}, false)`;

export const isReceived = `((m.conversation_id IS NOT NULL OR seat.is_open IS NOT NULL) AND NOT ${wasAway('m.id')})`;

/** Read without a mark: by everybody, or by its sender. */
const isReadByRule = (user: string, message: string): string =>
  `(${message}.read_rule = ${READ_RULE.all} OR (${message}.read_rule = ${READ_RULE.sender} AND ${message}.sender_id = ${user}))`;

const isMarkedRead = (id: string): string => `coalesce(get_bit(b.bits, (${id} & 4095)::int), 0) = 1`;

const isUnread = (user: string): string => `(
  coalesce(f.flags, 0) & ${BIT.unread} <> 0
  OR ((m.conversation_id IS NOT NULL OR coalesce(seat.is_open, false)) AND NOT ${wasAway('m.id')}
      AND m.id > reader.read_floor AND NOT ${isReadByRule(user, 'm')} AND NOT ${isMarkedRead('m.id')}))`;

/** `Standing` of the message `m`, after `standingJoins`. */
export const standingColumns = (user: string): string => `
  coalesce(f.flags, 0) AS bits, ${isReceived} AS "isReceived", ${isUnread(user)} AS "isUnread",
  m.mentions_channel AS "mentionsChannel"`;

/**
 * All that is unread, as the relation `unread` (id, channel_id, topic, conversation_id, sender_id), in a statement that has
 * `readerState`. From open periods and conversations, above the floor, without what is marked read; and what is marked
 * unread. A message is never in both: a mark is set only where the rest says "read", and nothing unreads by itself.
 */
export const unreadMessages = (user: string): string => `
  candidate AS (
    SELECT m.id, m.channel_id, m.topic, NULL::bigint AS conversation_id, m.sender_id
    FROM reader, subscription_interval s JOIN message m ON m.channel_id = s.channel_id AND m.id > s.from_position
    WHERE s.user_id = ${user} AND s.to_position = ${OPEN_END} AND m.id > reader.read_floor AND NOT ${isReadByRule(user, 'm')}
    UNION ALL
    SELECT m.id, NULL, '', m.conversation_id, m.sender_id
    FROM reader, conversation_participant p JOIN message m ON m.conversation_id = p.conversation_id
    WHERE p.user_id = ${user} AND m.id > reader.read_floor AND NOT ${isReadByRule(user, 'm')}),
  unread AS MATERIALIZED (
    SELECT candidate.* FROM candidate CROSS JOIN reader
    LEFT JOIN read_block b ON b.user_id = ${user} AND b.block = candidate.id >> 12
    WHERE NOT ${isMarkedRead('candidate.id')} AND NOT ${wasAway('candidate.id')}
    UNION ALL
    SELECT m.id, m.channel_id, m.topic, m.conversation_id, m.sender_id
    FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.user_id = ${user} AND f.flags & ${BIT.unread} <> 0)`;

/** Whether the message `m` is in the personal history; for single messages, without `standingJoins`. */
export const isInHistory = (user: string): string => `(
  (EXISTS (SELECT FROM subscription_interval s WHERE s.user_id = ${user} AND s.channel_id = m.channel_id
             AND s.from_position < m.id AND m.id < s.to_position)
   AND NOT coalesce((SELECT away FROM reader) @> m.id, false))
  OR EXISTS (SELECT FROM message_flag f WHERE f.user_id = ${user} AND f.message_id = m.id
             AND f.flags & ${BIT.historical | BIT.hasRow} <> 0))`;
