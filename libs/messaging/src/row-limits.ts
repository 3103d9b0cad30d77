import type { RowLimit } from '@app/platform';

/** A user stays below all of these (docs/operators.md, "Limits"). */
export const SCHEDULED_MESSAGES: RowLimit = {
  noun: 'scheduled messages',
  table: 'scheduled_message',
  owner: 'sender_id',
  where: 'message_id IS NULL',
  most: 1_000,
};
export const REMINDERS: RowLimit = { noun: 'reminders', table: 'reminder', owner: 'user_id', most: 1_000 };
export const USER_TOPICS: RowLimit = { noun: 'topic settings', table: 'user_topic', owner: 'user_id', most: 20_000 };
