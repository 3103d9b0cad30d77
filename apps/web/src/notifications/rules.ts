import type { Store } from '../store/store';
import type { KnownMessage } from '../store/messages';
import { conversationOfMessage } from '../store/conversations';
import { POLICY } from '../store/topics';

/** The ways to tell, each with the settings that decide about it. */
const WAYS = {
  desktop: {
    always: 'enable_desktop_notifications',
    followed: 'enable_followed_topic_desktop_notifications',
    channels: 'enable_stream_desktop_notifications',
    ofChannel: 'desktop_notifications',
  },
  sound: {
    always: 'enable_sounds',
    followed: 'enable_followed_topic_audible_notifications',
    channels: 'enable_stream_audible_notifications',
    ofChannel: 'audible_notifications',
  },
} as const;
export type Way = keyof typeof WAYS;

/** Whether the user's settings want to be told of a message in this way. */
export function isWanted(store: Store, message: KnownMessage, way: Way): boolean {
  const settings = store.lists.peek('user_settings');
  const names = WAYS[way];
  const isMutedSender = store.lists.peek('muted_users').some(({ id }) => id === message.sender_id);
  if (message.sender_id === store.me || isMutedSender || message.flags.includes('read')) return false;
  const conversation = conversationOfMessage(message, store.me);
  if (conversation.kind === 'direct') return settings[names.always];
  const has = (flag: string): boolean => message.flags.includes(flag);
  if (has('mentioned') || has('has_alert_word')) return settings[names.always];
  const channel = store.channels.all.peek(conversation.channelId);
  const isFollowed = store.topics.policyOf(conversation.channelId, conversation.topic) === POLICY.followed;
  const ofWildcards = isFollowed
    ? settings.enable_followed_topic_wildcard_mentions_notify
    : (channel?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify);
  if (has('stream_wildcard_mentioned') || has('topic_wildcard_mentioned'))
    if (ofWildcards && !store.isMuted(conversation)) return settings[names.always];
  if (isFollowed) return settings[names.followed];
  if (store.isMuted(conversation)) return false;
  return channel?.[names.ofChannel] ?? settings[names.channels];
}
