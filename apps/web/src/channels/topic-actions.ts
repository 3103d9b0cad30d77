import type { Client } from '../app/client';
import { t } from '../i18n';
import { idsOf, markRead } from '../inbox/marking';
import type { Refusal } from '../server/refusal';
import { conversationKey } from '../store/conversations';
import { POLICY, topicKey, UserTopic } from '../store/topics';
import { isResolved, RESOLVED } from './resolved';

export interface TopicActions {
  markRead(): void;
  /** Asked for once more, the topic has no policy of its own any more. */
  setPolicy(wanted: UserTopic['visibility_policy']): void;
  /** @param messageId one of its messages */
  resolve(messageId: number): void;
}

/** What a user can do with a topic. Refusals are said. */
export function topicActions(client: Client, channelId: number, topic: string): TopicActions {
  const { store, topics, messageActions, notices } = client;
  const tell = (request: Promise<Refusal | null>) =>
    void request.then((refusal) => {
      if (refusal) notices.say(refusal.message || t.notReached);
      else return topics.load(channelId);
    });
  return {
    markRead: () => {
      const key = topicKey(channelId, topic);
      const unread = store.unreads.conversations.peek().filter((one) => conversationKey(one.conversation) === key);
      markRead(client, idsOf(unread));
    },
    setPolicy: (wanted) => {
      const isSo = store.topics.policyOf(channelId, topic) === wanted;
      tell(topics.setPolicyAtOnce(store, channelId, topic, isSo ? POLICY.inherit : wanted));
    },
    resolve: (messageId) =>
      tell(
        messageActions.move(messageId, {
          topic: isResolved(topic) ? topic.slice(RESOLVED.length) : RESOLVED + topic,
          propagate_mode: 'change_all',
          send_notification_to_old_thread: false,
          send_notification_to_new_thread: true,
        }),
      ),
  };
}
