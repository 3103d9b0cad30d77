import type { Person } from '../person';

/** In every private object of a user, and in objects that became unreadable for others. Lower case. */
export const HIDDEN = {
  own: 'zq-own-zq',
  deleted: 'zq-deleted-zq',
  moved: 'zq-moved-zq',
} as const;

/** Scheduled messages. */
export const HIDDEN_NOTE = `${HIDDEN.own} text`;

const DAY_SECONDS = 86_400;

/** Makes the users with secrets write, delete and move objects. */
export async function hideThings(keeper: Person, vaultId: number): Promise<void> {
  const due = Math.floor(Date.now() / 1000) + 300 * DAY_SECONDS;
  await keeper.ok('POST', 'drafts', { drafts: [{ type: '', to: [], topic: '', content: HIDDEN_NOTE }] });
  await keeper.ok('POST', 'saved_snippets', { title: HIDDEN.own, content: HIDDEN_NOTE });
  await keeper.ok('POST', 'navigation_views', { fragment: HIDDEN.own, is_pinned: true, name: HIDDEN.own });
  await keeper.ok('POST', 'scheduled_messages', {
    type: 'direct',
    to: [keeper.id],
    content: HIDDEN_NOTE,
    scheduled_delivery_timestamp: due,
  });
  const said = await keeper.send('general', 'greetings', 'Good evening');
  await keeper.ok('POST', 'reminders', { message_id: said, note: HIDDEN_NOTE, scheduled_delivery_timestamp: due });
  const gone = await keeper.send('general', 'greetings', `${HIDDEN.deleted} text`);
  await keeper.ok('DELETE', `messages/${gone}`);
  const moved = await keeper.send('general', 'greetings', `${HIDDEN.moved} text`);
  await keeper.ok('PATCH', `messages/${moved}`, { stream_id: vaultId, send_notification_to_new_thread: false });
}
