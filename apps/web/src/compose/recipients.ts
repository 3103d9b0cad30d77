import { Conversation, conversationOf, Narrow, narrowOf, operandOf } from '../links/narrow';
import type { Store } from '../store/store';

/** What the fields of the form say of where the message goes. */
export interface Recipients {
  readonly kind: 'topic' | 'direct';
  /** The name as it was typed. */
  readonly channel: string;
  readonly topic: string;
  readonly userIds: readonly number[];
}

/** Where a message of this view goes, as far as the view says it. */
export function recipientsOf(store: Store, narrow: Narrow): Recipients {
  const conversation = conversationOf(narrow);
  const channelId = operandOf(narrow, 'channel');
  const channel = typeof channelId === 'number' ? (store.channels.all.get(channelId)?.name ?? '') : '';
  if (conversation?.kind === 'topic') return { kind: 'topic', channel, topic: conversation.topic, userIds: [] };
  if (conversation?.kind === 'direct') return { kind: 'direct', channel: '', topic: '', userIds: conversation.userIds };
  const kind = operandOf(narrow, 'is') === 'dm' ? 'direct' : 'topic';
  return { kind, channel, topic: '', userIds: [] };
}

/** The fields that name a conversation. */
export const recipientsFor = (store: Store, conversation: Conversation): Recipients =>
  recipientsOf(store, narrowOf(conversation));

/** The conversation that they name; `null`: not yet one. */
export function conversationFor(store: Store, { kind, channel, topic, userIds }: Recipients): Conversation | null {
  if (kind === 'direct') return userIds.length === 0 ? null : { kind, userIds };
  const name = channel.trim().toLowerCase();
  const found = store.channels.all.peekAll().find((one) => one.name.toLowerCase() === name);
  return found ? { kind, channelId: found.stream_id, topic: topic.trim() } : null;
}
