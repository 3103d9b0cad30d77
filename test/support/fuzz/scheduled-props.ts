import type { Person } from '../person';
import type { World } from '../world';
import { HIDDEN_NOTE } from './hidden-things';

/** Of the owner, and not due during the test. By SQL. */
const RESTORATION = `WITH
  others AS (DELETE FROM scheduled_message WHERE content NOT IN ('Kept for later', '${HIDDEN_NOTE}')),
  dues AS (DELETE FROM reminder WHERE note NOT IN ('Kept for later', '${HIDDEN_NOTE}')),
  renewed AS (UPDATE scheduled_message SET failure = NULL, deliver_at = '2200-01-01' WHERE content = 'Kept for later'),
  scheduled AS (INSERT INTO scheduled_message (organization_id, sender_id, channel_id, topic, content, rendered_content,
      deliver_at, is_read_by_sender, client)
    SELECT $1, $2, $3, 'later', 'Kept for later', '', '2200-01-01', true, 'test'
    WHERE NOT EXISTS (SELECT FROM scheduled_message WHERE content = 'Kept for later') RETURNING id),
  reminding AS (INSERT INTO reminder (organization_id, user_id, message_id, note, content, rendered_content, deliver_at)
    SELECT $1, $2, 1, 'Kept for later', '', '', '2200-01-01'
    WHERE NOT EXISTS (SELECT FROM reminder WHERE note = 'Kept for later') RETURNING id)
  SELECT
    coalesce((SELECT id FROM scheduled), (SELECT id FROM scheduled_message WHERE content = 'Kept for later'))::int AS "messageId",
    coalesce((SELECT id FROM reminding), (SELECT id FROM reminder WHERE note = 'Kept for later'))::int AS "reminderId"`;

/** One scheduled message and one reminder as targets. */
export async function restoreThingsForLater(
  world: World,
  owner: Pick<Person, 'id'>,
  channelId: number,
): Promise<{ messageId: number; reminderId: number }> {
  const [ids] = await world.sql<{ messageId: number; reminderId: number }>(RESTORATION, [
    world.organizationId,
    owner.id,
    channelId,
  ]);
  return ids;
}
