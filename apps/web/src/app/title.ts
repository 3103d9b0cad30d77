import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { noteView } from '../notifications/on-screen';
import type { Place } from '../links/hash';
import type { Store } from '../store/store';
import { POLICY } from '../store/topics';
import { useClient } from './client';
import { channelName, narrowName } from './names';

/** What the browser's tab says: how much waits for the user, and where they are. */
export function useTitle(): void {
  const { store, router, notices } = useClient();
  const place = router.place.value;
  const setting = store.lists.get('user_settings').desktop_icon_count_display;
  const urgent = setting === ICON.nothing ? 0 : countOf(store, ICON.urgent);
  const onIcon = countOf(store, setting);
  const view = viewName(store, place);
  const title = `${urgent > 0 ? `(${urgent}) ` : ''}${view} - ${store.organization.get('realm_name')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => drawIcon(onIcon), [onIcon]);
  const named = useRef(view);
  // The focus often stays where it is, as at the page, and then says nothing of the new view.
  useEffect(() => {
    if (named.current !== view) notices.announce(view);
    named.current = view;
  }, [place]);
  // Before the view is painted: what the user sees is never notified of.
  useLayoutEffect(() => {
    const note = () => noteView(place.view === 'messages' ? place.narrow : null);
    note();
    const types = ['focus', 'blur', 'pagehide'] as const;
    for (const type of types) addEventListener(type, note);
    document.addEventListener('visibilitychange', note);
    return () => {
      for (const type of types) removeEventListener(type, note);
      document.removeEventListener('visibilitychange', note);
    };
  }, [place]);
}

/** What is counted on the icon: a setting of the user. */
const ICON = { everything: 1, urgentAndFollowed: 2, urgent: 3, nothing: 4 };

/** How many unread messages the user wants to see counted. */
function countOf(store: Store, setting: number): number {
  if (setting === ICON.nothing) return 0;
  let count = 0;
  for (const { conversation, ids } of store.unreads.conversations.value) {
    const isWhole =
      conversation.kind === 'direct' ||
      (setting === ICON.everything && !store.isMuted(conversation)) ||
      (setting === ICON.urgentAndFollowed &&
        store.topics.policyOf(conversation.channelId, conversation.topic) === POLICY.followed);
    count += isWhole ? ids.size : store.unreads.mentionsIn(ids);
  }
  return count;
}

const MOST = 99;
let plainIcon: string | undefined;

/** The icon of the tab, with the number of what waits. */
function drawIcon(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')!;
  plainIcon ??= link.href;
  const words = count > MOST ? `${MOST}+` : String(count);
  const drawn = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#b3261e"/>',
    `<text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${words}</text></svg>`,
  ].join('');
  link.href = count === 0 ? plainIcon : `data:image/svg+xml,${encodeURIComponent(drawn)}`;
  // Where the page is installed, its icon stands outside of the browser, too.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
}

function viewName(store: Store, place: Place): string {
  switch (place.view) {
    case 'messages':
      return narrowName(store, place.narrow);
    case 'topics':
      return t.allTopics(channelName(store, place.channelId));
    case 'recent':
      return t.recent;
    case 'drafts':
      return t.drafts;
    case 'scheduled':
      return t.scheduled;
    case 'reminders':
      return t.reminders;
    case 'channels':
      return t.browseChannels;
    case 'settings':
      return t.settings;
    default:
      return t.inbox;
  }
}
