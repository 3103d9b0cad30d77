import { userName } from '../../app/names';
import { t } from '../../i18n';
import type { Conversation } from '../../links/narrow';
import { FEW, mayMentionAll, maySendTo } from '../../store/rights';
import type { Store } from '../../store/store';

const WILDCARD = /@\*\*(?:all|everyone|channel|stream)\*\*/;
const RESOLVED = '✔ ';

/** What the user should know before sending. */
export function warningsFor(store: Store, conversation: Conversation, text: string): readonly string[] {
  if (conversation.kind === 'direct') {
    if (!maySendTo(store, conversation)) return [t.warnMayNotDirect];
    const guests = conversation.userIds.filter((id) => store.people.users.get(id)?.is_guest);
    return guests.map((id) => t.warnGuest(userName(store, id)));
  }
  const channel = store.channels.all.get(conversation.channelId);
  if (!channel) return [];
  if (channel.is_archived) return [t.warnArchived];
  if (!maySendTo(store, conversation)) return [t.warnMayNotSend];
  const warnings: string[] = [];
  if (channel.subscriptionState !== 'subscribed') warnings.push(t.warnNotSubscribed);
  if (conversation.topic.startsWith(RESOLVED)) warnings.push(t.warnResolved);
  if (channel.subscriber_count > FEW && WILDCARD.test(text))
    warnings.push(mayMentionAll(store, conversation) ? t.warnWildcard(channel.subscriber_count) : t.warnNoWildcard);
  return warnings;
}

/** The users whom a text mentions loudly, by its own names for them. */
export function mentionedIn(store: Store, text: string): number[] {
  const found = new Set<number>();
  for (const [, name, id] of text.matchAll(/@\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g)) {
    const user = store.people.users
      .peekAll()
      .find((one) => (id === undefined ? one.full_name === name : one.user_id === Number(id)));
    if (user && user.user_id !== store.me) found.add(user.user_id);
  }
  return [...found];
}
