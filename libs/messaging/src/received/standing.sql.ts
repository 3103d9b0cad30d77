import { BIT } from './flag';
import { READ_RULE } from './read-rule';
import {
  OPEN_END,
  passageJoins,
  passageOf,
  unbrokenChainsOf,
  wasNeverLeft,
  wasSentBefore,
  wasSentThere,
} from './passage.sql';

/** SQL for the derived read state (ADR 2; docs/protocol/read-state.md). `user` is always a placeholder. */

/** Read once in a statement: the user's floor, the times of deactivation, and the muted senders (NULL: none). */
export const readerState = (user: string): string => `
  reader AS MATERIALIZED (
    SELECT coalesce((SELECT read_floor FROM user_read_state WHERE user_id = ${user}), 0) AS read_floor,
           (SELECT range_agg(int8range(from_position, to_position, '()')) FROM inactive_period WHERE user_id = ${user}) AS away,
           (SELECT array_agg(sender_id) FROM sender_mute WHERE user_id = ${user}) AS muted)`;

/** Joins the rows that determine the state of the message `m`, in a statement that has `readerState`. */
export const standingJoins = (user: string): string => `
  CROSS JOIN reader
  LEFT JOIN message_flag f ON f.user_id = ${user} AND f.message_id = m.id
  LEFT JOIN read_block b ON b.user_id = ${user} AND b.block = m.id >> 12
  ${passageJoins(user)}`;

/** Whether the user was deactivated when the message was sent, in a statement that has `readerState`. */
export const wasAway = (id: string): string => `coalesce((SELECT away FROM reader) @> ${id}, false)`;

const isSent = `((m.conversation_id IS NOT NULL OR ${wasSentThere}) AND NOT ${wasAway('m.id')})`;

const isReceived = `(${isSent} OR passage.is_gained)`;

/** Read without a mark: by all users, or by its sender. */
const isReadByRule = (user: string, message: string): string =>
  `(${message}.read_rule = ${READ_RULE.all} OR (${message}.read_rule = ${READ_RULE.sender} AND ${message}.sender_id = ${user}))`;

/** Read because its sender is muted, or was muted when it was sent. */
const isReadByMute = (user: string, message: string): string => `EXISTS (
  SELECT FROM sender_mute mute
  WHERE mute.user_id = ${user} AND mute.sender_id = ${message}.sender_id AND ${message}.id <= mute.upto_position)`;

const isMarkedRead = (id: string): string => `coalesce(get_bit(b.bits, (${id} & 4095)::int), 0) = 1`;

/** Whether no rule reads the message, which is above the floor of the user whose block is `b`. */
export const isLeftUnread = (user: string, message: string, isMuted = isReadByMute(user, message)): string =>
  `NOT ${isReadByRule(user, message)} AND NOT ${isMarkedRead(`${message}.id`)} AND NOT ${isMuted}`;

/**
 * As `isReadByMute`, faster for many messages, because most users mute no sender; in a statement that has
 * `readerState`.
 */
const isReadByFewMutes = (user: string, message: string): string =>
  `(coalesce(${message}.sender_id = ANY ((SELECT muted FROM reader)::bigint[]), false) AND ${isReadByMute(user, message)})`;

const isUnread = (user: string): string => `(
  coalesce(f.flags, 0) & ${BIT.unread} <> 0
  OR ((m.conversation_id IS NOT NULL OR ${wasNeverLeft}) AND NOT ${wasAway('m.id')}
      AND m.id > reader.read_floor AND ${isLeftUnread(user, 'm')}))`;

/** What the lists that the message `m` keeps itself say of the user, as bits. */
export const listedBits = (user: string): string => `(
  CASE WHEN ${user} = ANY (m.named_ids) THEN ${BIT.mentioned} ELSE 0 END
  | CASE WHEN ${isListedPartaker(user)} THEN ${BIT.topicWildcard} ELSE 0 END)`;

/** Whether the message `m` keeps the user as one of the topic that it mentions: an edit by an older version leaves the list. */
export const isListedPartaker = (user: string): string => `(m.mentions_topic AND ${user} = ANY (m.partaker_ids))`;

/** Whether the message `m` is unread; for single messages, without `standingJoins`. */
export const isUnreadAlone = (user: string): string =>
  `(SELECT ${isUnread(user)} FROM (SELECT 1) AS one ${standingJoins(user)})`;

/** `Standing` of the message `m`, after `standingJoins`. */
export const standingColumns = (user: string): string => `
  coalesce(f.flags, 0) | ${listedBits(user)} AS bits, ${isReceived} AS "isReceived", ${isUnread(user)} AS "isUnread",
  m.mentions_channel AND ${isSent} AS "mentionsChannel"`;

/**
 * All unread messages, as the relation `unread` (id, channel_id, topic, conversation_id, sender_id, is_sent,
 * is_marked), in a statement that has `readerState`. Combines two parts: messages above the floor that no rule reads,
 * from open periods, chains that end in them, and conversations; and messages marked as unread. No message is in both,
 * because a mark is set only on messages that are otherwise read, and messages never become unread by themselves.
 * Chains are decided before their messages are read: they are few, and most moved messages are below the floor.
 * Messages outside the bounds are not read.
 */
export const unreadMessages = (
  user: string,
  { above = '0', upto = OPEN_END, channel, ignoresMutes = false }: Bounds = {},
): string => `
  bound AS MATERIALIZED (SELECT greatest(read_floor, ${above}) AS above, ${upto}::bigint AS upto FROM reader),
  unbroken_chain AS MATERIALIZED (
    SELECT v.id, origin.from_position
    ${unbrokenChainsOf(user)} AND v.max_message_id > (SELECT above FROM bound)
      AND v.min_message_id <= (SELECT upto FROM bound)${channel ? ` AND last.channel_id = ${channel}` : ''}),
  candidate AS (
    SELECT m.id, m.channel_id, m.topic, NULL::bigint AS conversation_id, m.sender_id, m.read_rule
    FROM bound, subscription_interval s
    LEFT JOIN scan_hint hint ON hint.user_id = ${user} AND hint.channel_id = s.channel_id
    JOIN message m ON m.channel_id = s.channel_id AND m.id > greatest(s.from_position, hint.scan_from)
    WHERE s.user_id = ${user} AND s.to_position = ${OPEN_END} AND m.id > bound.above AND m.id <= bound.upto
      AND m.move_id IS NULL${channel ? ` AND s.channel_id = ${channel}` : ''}
    UNION ALL
    SELECT m.id, m.channel_id, m.topic, NULL, m.sender_id, m.read_rule
    FROM bound, unbroken_chain JOIN message m ON m.move_id = unbroken_chain.id AND m.id > unbroken_chain.from_position
    WHERE m.id > bound.above AND m.id <= bound.upto
    UNION ALL
    SELECT m.id, NULL, '', m.conversation_id, m.sender_id, m.read_rule
    FROM bound, conversation_participant p JOIN message m ON m.conversation_id = p.conversation_id
    WHERE p.user_id = ${user} AND m.id > bound.above AND m.id <= bound.upto${channel ? ' AND false' : ''}),
  unread AS MATERIALIZED (
    SELECT candidate.id, candidate.channel_id, candidate.topic, candidate.conversation_id, candidate.sender_id,
           true AS is_sent, false AS is_marked
    FROM candidate LEFT JOIN read_block b ON b.user_id = ${user} AND b.block = candidate.id >> 12
    WHERE ${isLeftUnread(user, 'candidate', ignoresMutes ? 'false' : isReadByFewMutes(user, 'candidate'))} AND NOT ${wasAway('candidate.id')}
    UNION ALL
    SELECT m.id, m.channel_id, m.topic, m.conversation_id, m.sender_id, ${isSent}, true
    FROM message_flag f JOIN message m ON m.id = f.message_id ${passageJoins(user)}
    WHERE f.user_id = ${user} AND f.flags & ${BIT.unread} <> 0
      AND f.message_id > ${above} AND f.message_id <= ${upto}${channel ? ` AND m.channel_id = ${channel}` : ''})`;

/** The bounds for unread messages, as SQL: positions, and a channel. */
export interface Bounds {
  readonly above?: string;
  readonly upto?: string;
  readonly channel?: string;
  /** Whether to include messages that only a mute of their sender reads. */
  readonly ignoresMutes?: boolean;
}

/** The message `m` never moved, and was sent to a channel while the user was subscribed. */
const wasSentHere = (user: string): string => `(m.move_id IS NULL AND NOT ${wasAway('m.id')} AND EXISTS (
    SELECT FROM subscription_interval s WHERE s.user_id = ${user} AND s.channel_id = m.channel_id
      AND s.from_position < m.id AND m.id < s.to_position))`;

/** Whether the channel message `m` was sent to the user and no move has removed it; without `standingJoins`. */
export const wasSentTo = (user: string): string => `(
  ${wasSentHere(user)}
  OR (m.move_id IS NOT NULL AND NOT ${wasAway('m.id')} AND EXISTS (
    SELECT FROM channel_move v CROSS JOIN ${passageOf(user)}
    WHERE v.id = m.move_id AND passage.is_kept AND ${wasSentBefore(user, 'v')})))`;

/** Whether the message `m` is in the personal history; for single messages, without `standingJoins`. */
export const isInHistory = (user: string): string => `(
  ${wasSentHere(user)}
  OR (m.move_id IS NOT NULL AND EXISTS (
    SELECT FROM channel_move v CROSS JOIN ${passageOf(user)}
    WHERE v.id = m.move_id AND (passage.is_gained
      OR (passage.is_kept AND NOT ${wasAway('m.id')} AND ${wasSentBefore(user, 'v')}))))
  OR EXISTS (SELECT FROM message_flag f WHERE f.user_id = ${user} AND f.message_id = m.id
             AND f.flags & ${BIT.historical | BIT.hasRow} <> 0))`;
