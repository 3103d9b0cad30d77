import type { Message } from '@parley/client';
import type { Conversation } from '../links/narrow';
import { topicKey } from './topics';

export type DirectConversation = Extract<Conversation, { kind: 'direct' }>;

/** The same conversation, the same key. */
export const conversationKey = (conversation: Conversation): string =>
  conversation.kind === 'topic'
    ? topicKey(conversation.channelId, conversation.topic)
    : `dm:${conversation.userIds.join()}`;

/** Whether a key is that of a direct conversation. */
export const isOfDirect = (key: string): boolean => key.startsWith('dm:');

/** @param userIds of all participants, the user included or not */
export const directWith = (userIds: readonly number[], me: number): DirectConversation => {
  const others = [...new Set(userIds)].filter((id) => id !== me).sort((a, b) => a - b);
  return { kind: 'direct', userIds: others.length === 0 ? [me] : others };
};

export function conversationOfMessage(message: Message, me: number): Conversation {
  if (message.type === 'stream') return { kind: 'topic', channelId: message.stream_id, topic: message.subject };
  return directWith(
    message.display_recipient.map(({ id }) => id),
    me,
  );
}
