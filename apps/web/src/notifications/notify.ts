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

const MAX_LETTERS = 200;

/** Tells of those new messages that the user wants to be told of and does not see here. */
export function notifyOf(events: readonly ServerEvent[], store: Store, router: Router): void {
  const mayShow = typeof Notification !== 'undefined' && Notification.permission === 'granted';
  let isHeard = false;
  for (const event of events) {
    if (event.type !== 'message') continue;
    const message: KnownMessage = { ...event.message, flags: event.flags };
    const conversation = conversationOfMessage(message, store.me);
    if (isOnScreen(conversation)) continue;
    if (mayShow && isWanted(store, message, 'desktop')) show(message, conversation, store, router);
    isHeard ||= isWanted(store, message, 'sound');
  }
  if (isHeard) play(store.lists.peek('user_settings').notification_sound);
}

/** Browsers play nothing before the user has done something in the page. */
function play(sound: string): void {
  if (sound === 'none') return;
  const audio = new Audio(`/static/audio/notification_sounds/${encodeURIComponent(sound)}.wav`);
  audio.play().catch(() => undefined);
}

function show(message: KnownMessage, conversation: Conversation, store: Store, router: Router): void {
  const place = conversationName(store, conversation);
  const sender = message.sender_full_name;
  const isHidden =
    conversation.kind === 'direct' && !store.lists.peek('user_settings').pm_content_in_desktop_notifications;
  const notification = new Notification(conversation.kind === 'direct' ? sender : `${sender} (${place})`, {
    body: isHidden ? t.newDirect : wordsOf(message.content).slice(0, MAX_LETTERS),
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
