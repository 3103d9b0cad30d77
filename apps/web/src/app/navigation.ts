import {
  COMBINED,
  Conversation,
  channelNarrow,
  conversationOf,
  isNarrow,
  Narrow,
  narrowOf,
  operandOf,
} from '../links/narrow';
import type { Place } from '../links/hash';
import { useRef } from 'preact/hooks';
import { useCommandsElsewhere } from '../keys/keys';
import { searchField } from '../search/Search';
import { channelsInOrder } from '../store/channel-groups';
import { conversationKey, conversationOfMessage } from '../store/conversations';
import type { Store } from '../store/store';
import { POLICY } from '../store/topics';
import { focusSpot } from '../timeline/focus';
import { nextTo } from '../ui/neighbours';
import { Client, useClient } from './client';
import type { Spot } from './navigation-entries';

/** Two presses of Escape within this time, with nothing to close and no field to leave, are one wish to go home. */
const TWICE_MS = 1_000;

/** The keys that lead from one view to another. @param showSidebar where it is a drawer */
export function useNavigation(showSidebar: () => void): void {
  const client = useClient();
  const { router, store, dialogs } = client;
  const leftAt = useRef(-TWICE_MS);
  const go = (narrow: Narrow) => router.go({ view: 'messages', narrow }, store);
  useCommandsElsewhere({
    filterSidebar: () => {
      showSidebar();
      requestAnimationFrame(() => focusOn('[data-filter=sidebar]'));
    },
    filterPeople: () => {
      showSidebar();
      requestAnimationFrame(() => focusOn('[data-filter=people]'));
    },
    newChannelMessage: () => write(client, 'topic'),
    newDirectMessage: () => write(client, 'direct'),
    help: () => dialogs.open({ kind: 'keys' }),
    search: () => {
      const field = searchField();
      field?.focus();
      field?.select();
    },
    inbox: () => router.go({ view: 'inbox' }),
    recent: () => router.go({ view: 'recent' }),
    drafts: () => router.go({ view: 'drafts' }),
    topicList: () => {
      const channelId = channelOf(client) ?? channelInView(client);
      if (channelId === null) return false;
      router.go({ view: 'topics', channelId }, store);
    },
    combined: () => go(COMBINED),
    starred: () => go(isNarrow('starred')),
    directMessages: () => go(isNarrow('dm')),
    nextUnreadTopic: () => goToUnread(client, ({ kind }) => kind === 'topic'),
    nextFollowedTopic: () =>
      goToUnread(
        client,
        (one) => one.kind === 'topic' && store.topics.policyOf(one.channelId, one.topic) === POLICY.followed,
      ),
    nextUnreadDirect: () => goToUnread(client, ({ kind }) => kind === 'direct'),
    previousChannel: () => goToChannel(client, -1),
    nextChannel: () => goToChannel(client, 1),
    toggleTopic: () => toggleTopic(client),
    previousMessage: () => focusNext(-1),
    nextMessage: () => focusNext(1),
    first: () => focusEdge(client, 0),
    last: () => focusEdge(client, -1),
    back: () => history.back(),
    forth: () => history.forward(),
    leave: () => {
      const now = performance.now();
      const isSecond = !isInField() && now - leftAt.current < TWICE_MS;
      leftAt.current = isInField() ? -TWICE_MS : now;
      if (isSecond && store.lists.peek('user_settings').web_escape_navigates_to_home_view) router.goHome();
      leaveControl(router.entries.spot());
    },
  });
}

const isInField = (): boolean => document.activeElement?.matches('input, textarea, select') ?? false;

/** From a conversation to the next one with unread messages, in an order that new messages do not change; else to the newest. */
function goToUnread({ router, store }: Client, isWanted: (conversation: Conversation) => boolean): void | false {
  const place = router.place.peek();
  const shown = place.view === 'messages' ? conversationOf(place.narrow) : null;
  const key = shown && conversationKey(shown);
  const unread = store.unreads.conversations
    .peek()
    .map(({ conversation }) => conversation)
    .filter((one) => conversationKey(one) !== key && isWanted(one) && !store.isMuted(one));
  const next = shown && isWanted(shown) ? after(store, shown, unread) : unread[0];
  if (!next) return false;
  const messageId = store.unreads.firstOf(next)!;
  router.go({ view: 'messages', narrow: narrowOf(next) }, store, { kind: 'message', messageId, hasFocus: true });
}

/** The other topics of the channel come first, then those of the channels below it; the first one follows the last. */
function after(store: Store, shown: Conversation, conversations: readonly Conversation[]): Conversation | undefined {
  const ranks = new Map(channelsInOrder(store).map(({ stream_id: id }, at) => [id, at]));
  const rankOf = (one: Conversation): number => (one.kind === 'topic' ? (ranks.get(one.channelId) ?? ranks.size) : 0);
  const compare = (one: Conversation, other: Conversation): number =>
    rankOf(one) - rankOf(other) || conversationKey(one).localeCompare(conversationKey(other));
  const inOrder = [...conversations].sort(compare);
  return inOrder.find((one) => compare(one, shown) > 0) ?? inOrder[0];
}

function channelOf({ router }: Client): number | null {
  const place = router.place.peek();
  if (place.view === 'topics') return place.channelId;
  const id = place.view === 'messages' ? operandOf(place.narrow, 'channel') : undefined;
  return typeof id === 'number' ? id : null;
}

/** In a view of many channels: that of the message which has the focus. */
function channelInView(client: Client): number | null {
  const place = client.router.place.peek();
  const conversation = place.view === 'messages' ? conversationInView(client, place.narrow) : undefined;
  return conversation?.kind === 'topic' ? conversation.channelId : null;
}

function goToChannel(client: Client, step: 1 | -1): void | false {
  const { router, store } = client;
  const channels = channelsInOrder(store);
  const at = channels.findIndex(({ stream_id }) => stream_id === channelOf(client));
  const next = channels[(at + step + channels.length) % channels.length];
  if (!next) return false;
  router.go({ view: 'messages', narrow: channelNarrow(next.stream_id) }, store);
}

/** From a topic to its channel, and from other views to the conversation of the message that has the focus, which stays in its place. */
function toggleTopic(client: Client): void | false {
  const { router, store } = client;
  const place = router.place.peek();
  if (place.view !== 'messages') return false;
  const shown = conversationOf(place.narrow);
  const conversation = shown ?? conversationInView(client, place.narrow);
  if (!conversation || shown?.kind === 'direct') return false;
  const narrow = shown?.kind === 'topic' ? channelNarrow(shown.channelId) : narrowOf(conversation);
  router.go({ view: 'messages', narrow }, store, router.entries.spot());
}

/** That of the message which has the focus, or else of the last one. */
function conversationInView({ store }: Client, narrow: Narrow): Conversation | undefined {
  const id = focusedMessageId() ?? store.windows.of(narrow).ids.peek().at(-1);
  const message = id === undefined ? undefined : store.messages.all.peek(id);
  return message && conversationOfMessage(message, store.me);
}

/** The message that has the focus, or in which something has it. */
export function focusedMessageId(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('article[data-id]');
  return row ? Number(row.dataset.id) : undefined;
}

/** In a view without a form: in the combined feed. */
function write({ router, store, composer }: Client, kind: Conversation['kind']): void {
  router.go({ view: 'messages', narrow: COMBINED }, store);
  composer.begun.value = kind;
}

/** A message keeps the focus, or gets it back, and so does the link of a row, so that the next key goes on from there. */
function leaveControl(spot: Spot | null): void {
  const focused = document.activeElement;
  const link = focused?.matches('button') ? focused.closest('#main li')?.querySelector<HTMLElement>('a[href]') : null;
  const row = link ?? focused?.closest<HTMLElement>('#main article[data-id]');
  if (row || !focusSpot(spot)) (row ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** Views that are lists of links; in others the browser scrolls. */
const LISTS: ReadonlySet<Place['view']> = new Set(['inbox', 'recent', 'drafts', 'scheduled', 'channels', 'topics']);

function focusEdge({ router }: Client, at: 0 | -1): void | false {
  const link = [...document.querySelectorAll<HTMLElement>('#main li a[href]')].at(at);
  if (!link || !LISTS.has(router.place.peek().view)) return false;
  link.focus();
}

/** In lists of conversations the same keys as in messages move between the links. */
function focusNext(step: 1 | -1): void | false {
  const links = [...document.querySelectorAll<HTMLElement>('#main a[href]')];
  const focused = document.activeElement?.closest('#main *');
  const next = (focused && nextTo(focused, links, step)) ?? (focused?.matches('a, button') ? undefined : links[0]);
  if (!next) return false;
  next.focus();
}
