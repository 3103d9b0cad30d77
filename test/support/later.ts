import { Workers } from '@app/platform';
import type { World } from './world';

/** Seconds from now, as the wire has times. */
export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/** Makes scheduled messages and reminders due; so many seconds ago. */
export async function comeDue(
  world: World,
  table: 'scheduled_message' | 'reminder',
  ids: readonly number[],
  secondsAgo = 0,
): Promise<void> {
  await world.sql(
    `UPDATE ${table} SET deliver_at = date_trunc('second', now() - $2 * interval '1 second') WHERE id = ANY ($1)`,
    [ids, secondsAgo],
  );
  world.service(Workers).nudge(table === 'reminder' ? 'reminders' : 'scheduled_messages');
}
