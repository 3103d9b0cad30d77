import type { Store } from '../store/store';
import type { KnownMessage } from '../store/messages';
import { conversationOfMessage } from '../store/conversations';
import { POLICY } from '../store/topics';

/** Whether the user's settings want a message shown on the desktop. */
export function isWanted(store: Store, message: KnownMessage): boolean {
  const settings = store.lists.peek('user_settings');
  const isMutedSender = store.lists.peek('muted_users').some(({ id }) => id === message.sender_id);
  if (message.sender_id === store.me || isMutedSender || message.flags.includes('read')) return false;
  const conversation = conversationOfMessage(message, store.me);
  if (conversation.kind === 'direct') return settings.enable_desktop_notifications;
  const has = (flag: string): boolean => message.flags.includes(flag);
  if (has('mentioned') || has('has_alert_word')) return settings.enable_desktop_notifications;
  const channel = store.channels.all.peek(conversation.channelId);
  const isFollowed = store.topics.policyOf(conversation.channelId, conversation.topic) === POLICY.followed;
  const ofWildcards = isFollowed
    ? settings.enable_followed_topic_wildcard_mentions_notify
    : (channel?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify);
  if (has('stream_wildcard_mentioned') || has('topic_wildcard_mentioned'))
    if (ofWildcards && !store.isMuted(conversation)) return settings.enable_desktop_notifications;
  if (isFollowed) return settings.enable_followed_topic_desktop_notifications;
  if (store.isMuted(conversation)) return false;
  return channel?.desktop_notifications ?? settings.enable_stream_desktop_notifications;
}
