import type { Client } from 'pg';
import { channelMark, DIRECT_MARK, marks } from '../../libs/messaging/src/search/search.sql';

const PLACE = `CASE WHEN channel_id IS NULL THEN '${DIRECT_MARK}' ELSE '${channelMark('')}' || channel_id END`;

/** All words, as the server collects them, but all at once. */
export async function searchIndex(client: Client): Promise<void> {
  await client.query('DROP INDEX message_search_words');
  await client.query(
    `INSERT INTO message_search (message_id, words)
     SELECT id, to_tsvector('english', regexp_replace(
       topic || ' ' || regexp_replace(rendered_content, '<[^<>]*>|&#?[a-z0-9]{1,30};', ' ', 'g'), '[^[:alnum:]]+', ' ', 'g')) || ${marks('id', PLACE)}
     FROM message ORDER BY id`,
  );
  await client.query('CREATE INDEX message_search_words ON message_search USING gin (words) WITH (fastupdate = off)');
  await client.query(
    "UPDATE search_state SET language = 'english', reached = (SELECT max(id) FROM message), rebuild_below = NULL",
  );
}
