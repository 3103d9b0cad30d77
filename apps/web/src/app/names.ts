import { t } from '../i18n';
import type { Conversation, Narrow } from '../links/narrow';
import { conversationOf, narrowKey, operandOf, reactionsNarrow } from '../links/narrow';
import { wordsOfNarrow } from '../search/terms';
import type { Store } from '../store/store';

export const topicName = (topic: string): string => (topic === '' ? t.generalChat : topic);

export const userName = (store: Store, id: number): string => store.people.users.get(id)?.full_name ?? t.unknownUser;

export const channelName = (store: Store, id: number): string => store.channels.all.get(id)?.name ?? t.unknownChannel;

/** The other participants, or the user alone. */
export function peopleName(store: Store, userIds: readonly number[]): string {
  const names = userIds.map((id) => userName(store, id));
  return userIds.length === 1 && userIds[0] === store.me ? t.yourself(names[0]!) : names.join(', ');
}

export const conversationName = (store: Store, conversation: Conversation): string =>
  conversation.kind === 'topic' ? topicName(conversation.topic) : peopleName(store, conversation.userIds);

const VIEWS: Readonly<Record<string, () => string>> = {
  mentioned: () => t.mentions,
  starred: () => t.starred,
  dm: () => t.directMessages,
};

/** What a view of messages is called. */
export function narrowName(store: Store, narrow: Narrow): string {
  const conversation = conversationOf(narrow);
  if (conversation?.kind === 'topic')
    return `${channelName(store, conversation.channelId)} > ${topicName(conversation.topic)}`;
  if (conversation) return peopleName(store, conversation.userIds);
  if (narrow.length === 0) return t.combined;
  if (narrowKey(narrow) === narrowKey(reactionsNarrow(store.me))) return t.reactions;
  const [only] = narrow;
  if (narrow.length === 1 && only!.operator === 'channel' && typeof only!.operand === 'number')
    return channelName(store, only!.operand);
  const word = narrow.length === 1 ? operandOf(narrow, 'is') : undefined;
  const view = typeof word === 'string' ? VIEWS[word] : undefined;
  if (view) return view();
  return `${t.search}: ${wordsOfNarrow(store, narrow)}`;
}
