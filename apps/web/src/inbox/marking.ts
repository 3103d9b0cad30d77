import type { Client } from '../app/client';
import { t } from '../i18n';
import type { UnreadConversation } from '../store/unreads';

/** Marks messages as read, and offers to take it back. */
export function markRead({ store, reading, notices }: Client, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const undo = () => void reading.markUnread(store, ids).catch(() => notices.say(t.notReached));
  reading.markRead(store, ids).then(
    () => notices.say(t.markedRead(ids.length), undo),
    () => notices.say(t.notReached),
  );
}

export const idsOf = (unread: readonly UnreadConversation[]): number[] => unread.flatMap(({ ids }) => [...ids]);
