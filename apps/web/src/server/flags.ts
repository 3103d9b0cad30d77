import type { Conversation } from '../links/narrow';
import { conversationOfMessage } from '../store/conversations';
import type { EventOf } from '../store/events';
import type { Store } from '../store/store';
import { isMention } from '../store/unreads';

/** Flags that the user sets and takes back. */
export type OwnFlag = 'read' | 'starred' | 'collapsed';

type Details = NonNullable<Extract<EventOf<'update_message_flags'>, { op: 'remove' }>['message_details']>;

/** A page of messages may come before the event that counts one of them as unread. */
export const isUnread = (store: Store, id: number): boolean =>
  store.unreads.has(id) || store.messages.all.peek(id)?.flags.includes('read') === false;

/** Shows a flag before the server has agreed to it. @returns takes that back */
export function showFlag(store: Store, ids: readonly number[], flag: OwnFlag, isSet: boolean): () => void {
  const hasFlag = (id: number) =>
    flag === 'read' ? !isUnread(store, id) : store.messages.all.peek(id)?.flags.includes(flag);
  const changed = ids.filter((id) => hasFlag(id) !== isSet);
  const details = flag === 'read' ? detailsOf(store, changed) : {};
  const about = { id: 0, type: 'update_message_flags', flag, messages: changed, all: false } as const;
  const show = (isThere: boolean) => {
    if (changed.length === 0) return;
    const added = { ...about, op: 'add', operation: 'add' } as const;
    const removed = { ...about, op: 'remove', operation: 'remove', message_details: details } as const;
    store.apply([isThere ? added : removed]);
  };
  show(isSet);
  return () => show(!isSet);
}

/** Where messages count as unread, for those that are known. */
function detailsOf(store: Store, ids: readonly number[]): Details {
  const wanted = new Set(ids);
  const found: Details = {};
  for (const id of ids) {
    const message = store.messages.all.peek(id);
    if (message) found[id] = detailOf(conversationOfMessage(message, store.me), isMention(message.flags));
  }
  for (const { conversation, ids: unread } of store.unreads.conversations.peek())
    for (const id of unread) if (wanted.has(id)) found[id] = detailOf(conversation, store.unreads.isMentioned(id));
  return found;
}

const detailOf = (conversation: Conversation, mentioned: boolean): Details[string] =>
  conversation.kind === 'topic'
    ? { type: 'stream', stream_id: conversation.channelId, topic: conversation.topic, mentioned }
    : { type: 'private', user_ids: [...conversation.userIds], mentioned };
