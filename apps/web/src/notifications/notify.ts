import type { ServerEvent } from '@parley/client';
import { conversationName } from '../app/names';
import { hrefOfNarrow, Router } from '../app/router';
import { t } from '../i18n';
import { Conversation, narrowOf } from '../links/narrow';
import { conversationKey, conversationOfMessage } from '../store/conversations';
import type { KnownMessage } from '../store/messages';
import type { Store } from '../store/store';
import { isOnScreen } from './on-screen';
import { isWanted } from './rules';

const MOST_LETTERS = 200;

/** Shows those new messages on the desktop that the user wants to see there and does not see here. */
export function notifyOf(events: readonly ServerEvent[], store: Store, router: Router): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  for (const event of events) {
    if (event.type !== 'message') continue;
    const message: KnownMessage = { ...event.message, flags: event.flags };
    const conversation = conversationOfMessage(message, store.me);
    if (isWanted(store, message) && !isOnScreen(conversation)) show(message, conversation, store, router);
  }
}

function show(message: KnownMessage, conversation: Conversation, store: Store, router: Router): void {
  const place = conversationName(store, conversation);
  const sender = message.sender_full_name;
  const isHidden =
    conversation.kind === 'direct' && !store.lists.peek('user_settings').pm_content_in_desktop_notifications;
  const notification = new Notification(conversation.kind === 'direct' ? sender : `${sender} (${place})`, {
    body: isHidden ? t.newDirect : wordsOf(message.content).slice(0, MOST_LETTERS),
    tag: conversationKey(conversation),
  });
  notification.onclick = () => {
    window.focus();
    location.hash = hrefOfNarrow(narrowOf(conversation), store);
    router.follow();
    notification.close();
  };
}

/** The words of the HTML alone. Notifications show text, so nothing of it is loaded or runs. */
const wordsOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, entity);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const entity = (_: string, name: string): string => ENTITIES[name]!;
