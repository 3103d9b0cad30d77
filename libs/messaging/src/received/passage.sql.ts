/**
 * The effect of moves between channels for one user (ADR 9; docs/protocol/read-state.md). `user` is always a
 * placeholder or a column. `v` is the `channel_move` of a message, absent if it never moved.
 */

/** The end of an open period, and of a stay that continues. */
export const OPEN_END = '9223372036854775807';

/**
 * The relation `passage`, one row, of the chain `v`:
 * - is_kept: the user was subscribed to each target channel at the time of the move;
 * - is_gained: a move into protected history gave the user the messages, and no later move removed them;
 * - is_unbroken: the user stayed subscribed from each move to the next, and after the last one up to `end`. Without a
 *   chain nothing was lost, gained or interrupted.
 */
export const passageOf = (user: string, end: string = OPEN_END): string => `LATERAL (
  SELECT count(*) FILTER (WHERE stay.user_id IS NULL) = 0 AS is_kept,
         coalesce(max(h.ordinal) FILTER (WHERE h.is_protected), 0)
           > coalesce(max(h.ordinal) FILTER (WHERE stay.user_id IS NULL), 0) AS is_gained,
         coalesce(bool_and(coalesce(stay.to_position, 0) >= least(h.next_position, ${end})), true) AS is_unbroken
  FROM move_hop h
  LEFT JOIN subscription_interval stay ON stay.user_id = ${user} AND stay.channel_id = h.channel_id
    AND stay.from_position < h.position AND h.position < stay.to_position
  WHERE h.move_id = v.id) passage`;

/**
 * Joins the message `m` with its chain, its passage, and `seat`: the user's period in the channel to which the message
 * was sent, NULL if the user was not subscribed. Later periods in that channel or in the current one do not give the
 * user the message.
 */
export const passageJoins = (user: string): string => `
  LEFT JOIN channel_move v ON v.id = m.move_id
  CROSS JOIN ${passageOf(user)}
  LEFT JOIN LATERAL (
    SELECT s.to_position FROM subscription_interval s
    WHERE s.user_id = ${user} AND s.channel_id = coalesce(v.origin_channel_id, m.channel_id)
      AND s.from_position < m.id AND m.id < s.to_position) seat ON true`;

/** The message `m` was sent to the user, and no move has removed it; after `passageJoins`. */
export const wasSentThere = '(seat.to_position IS NOT NULL AND passage.is_kept)';

/** As `wasSentThere`, and the user has stayed subscribed since. Otherwise leaving has marked it as read. */
export const wasNeverLeft = `(${wasSentThere} AND passage.is_unbroken
  AND seat.to_position >= coalesce(v.first_position, ${OPEN_END}))`;

/** `last` is the user's period in which the chain `v` reached its current channel. */
const ENDS_IN_LAST = `v.to_channel_id = last.channel_id
    AND last.from_position < v.last_position AND v.last_position < last.to_position`;

/**
 * FROM and WHERE of the chains `v` whose messages the user has, with their passage. A user who was not subscribed at
 * the last move has none. Each chain is decided once, before its messages are read.
 */
export const chainsOf = (user: string): string => `
  FROM subscription_interval last JOIN channel_move v ON ${ENDS_IN_LAST} CROSS JOIN ${passageOf(user)}
  WHERE last.user_id = ${user} AND (passage.is_kept OR passage.is_gained)`;

/**
 * FROM and WHERE of the chains `v` whose messages the user has had without interruption, from the period `origin` of
 * sending to the period `last`, which ends at `end`.
 */
export const unbrokenChainsOf = (user: string, end: string = OPEN_END): string => `
  FROM subscription_interval last JOIN channel_move v ON ${ENDS_IN_LAST}
  JOIN subscription_interval origin ON origin.user_id = last.user_id AND origin.channel_id = v.origin_channel_id
    AND origin.from_position < v.first_position AND v.first_position < origin.to_position
  CROSS JOIN ${passageOf(user, end)}
  WHERE last.user_id = ${user} AND last.to_position = ${end} AND passage.is_kept AND passage.is_unbroken`;

/** Whether the message `m` of the chain `chain` was sent to the user. */
export const wasSentBefore = (user: string, chain: string): string => `EXISTS (
  SELECT FROM subscription_interval origin
  WHERE origin.user_id = ${user} AND origin.channel_id = ${chain}.origin_channel_id
    AND origin.from_position < m.id AND m.id < origin.to_position)`;
