import { BIT } from '../received/flag';
import { isListedPartaker, readerState, unreadMessages } from '../received/standing.sql';

const UNREAD_ABOVE = `WITH ${readerState('$1')}, ${unreadMessages('$1', { above: '$3::bigint' })}`;
/** As `NEWEST_UNREAD`, only the ids, newest first. */
export const NEWEST_UNREAD_IDS = `${UNREAD_ABOVE} SELECT id FROM unread ORDER BY id DESC LIMIT $2`;
/** The newest $2 unread messages of the user $1 above the position $3, as rows of `UnreadMessage`, ascending. */
export const NEWEST_UNREAD = `
  ${UNREAD_ABOVE},
  newest AS MATERIALIZED (SELECT * FROM unread ORDER BY id DESC LIMIT $2),
  mentioning AS MATERIALIZED (
    SELECT f.message_id AS id FROM message_flag f
    WHERE f.user_id = $1 AND f.flags & ${BIT.mentioned | BIT.topicWildcard} <> 0
      AND f.message_id >= (SELECT min(id) FROM newest)
    UNION ALL
    SELECT m.id FROM (SELECT DISTINCT channel_id FROM newest) place JOIN message m ON m.channel_id = place.channel_id
    WHERE m.named_ids IS NOT NULL AND $1 = ANY (m.named_ids) AND m.id >= (SELECT min(id) FROM newest)
    UNION ALL
    SELECT m.id FROM (SELECT DISTINCT channel_id FROM newest) place JOIN message m ON m.channel_id = place.channel_id
    WHERE m.partaker_ids IS NOT NULL AND ${isListedPartaker('$1')} AND m.id >= (SELECT min(id) FROM newest)
    UNION ALL
    SELECT m.id FROM (SELECT DISTINCT channel_id FROM newest) place JOIN message m ON m.channel_id = place.channel_id
    WHERE m.mentions_channel AND m.id >= (SELECT min(id) FROM newest)
      AND m.id IN (SELECT id FROM newest WHERE is_sent))
  SELECT u.id, u.topic, u.channel_id AS "channelId", u.conversation_id AS "conversationId",
         (SELECT c.participant_ids FROM conversation c WHERE c.id = u.conversation_id) AS "participantIds",
         u.id IN (SELECT id FROM mentioning) AS "isMentioned"
  FROM newest u ORDER BY u.id`;

/** Removes marks from flags `f` of messages `m`, and rows without flags. */
export const dropMarks = (which: string): string => `
  WITH marked AS MATERIALIZED (
    SELECT f.user_id, f.message_id, f.flags FROM message_flag f JOIN message m ON m.id = f.message_id
    WHERE f.flags & ${BIT.unread} <> 0 AND ${which}),
  emptied AS (
    DELETE FROM message_flag f USING marked
    WHERE f.user_id = marked.user_id AND f.message_id = marked.message_id AND marked.flags = ${BIT.unread})
  UPDATE message_flag f SET flags = f.flags & ~${BIT.unread}::smallint FROM marked
  WHERE f.user_id = marked.user_id AND f.message_id = marked.message_id AND marked.flags <> ${BIT.unread}`;
