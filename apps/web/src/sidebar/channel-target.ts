import type { Place } from '../links/hash';
import { channelNarrow, topicNarrow } from '../links/narrow';
import type { Store } from '../store/store';

/** Where a channel begins: a setting of the user. The other values are all its messages. */
const BEGINS = { topics: 3, firstUnread: 4 };

/** The place that the link of a channel leads to. */
export function channelTarget(store: Store, channelId: number): Place {
  const { web_channel_default_view: setting } = store.lists.get('user_settings');
  if (setting === BEGINS.topics) return { view: 'topics', channelId };
  const topic = setting === BEGINS.firstUnread ? firstUnreadTopic(store, channelId) : null;
  return { view: 'messages', narrow: topic === null ? channelNarrow(channelId) : topicNarrow(channelId, topic) };
}

/** The topic with the oldest unread message; `null`: nothing is unread. */
function firstUnreadTopic(store: Store, channelId: number): string | null {
  let [first, found]: [number, string | null] = [Infinity, null];
  for (const { conversation, ids } of store.unreads.conversations.value) {
    if (conversation.kind !== 'topic' || conversation.channelId !== channelId || store.isMuted(conversation)) continue;
    const oldest = Math.min(...ids);
    if (oldest < first) [first, found] = [oldest, conversation.topic];
  }
  return found;
}
