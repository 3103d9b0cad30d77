import { useComputed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { channelName, conversationName, userName } from '../app/names';
import { hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import { COMBINED, Conversation, narrowOf } from '../links/narrow';
import styles from '../inbox/Inbox.module.css';
import { StableOrder, useFocusInList } from '../inbox/stable-order';
import { FilterField, fitsWords } from '../sidebar/FilterField';
import { conversationKey, conversationOfMessage } from '../store/conversations';
import type { Store } from '../store/store';
import type { MessageWindow } from '../store/windows';
import { Avatar } from '../ui/Avatar';
import { classes } from '../ui/classes';
import { dayOf, shortDayOf, timeOf } from '../ui/time';
import own from './Recent.module.css';

/** Whose pictures are shown beside a conversation. */
const MAX_SENDERS = 5;
/** So many conversations more are looked for at once, in so many pages at most. */
const [MORE, MAX_PAGES] = [20, 8];

interface RecentConversation {
  readonly conversation: Conversation;
  readonly lastId: number;
  readonly timestamp: number;
  /** Those who wrote, the newest first. */
  readonly senders: readonly number[];
}

/** The conversations of the newest messages, one row for each. */
export function Recent() {
  const { store, pages } = useClient();
  const order = useRef(new StableOrder());
  const page = useRef<HTMLDivElement>(null);
  const window = store.windows.of(COMBINED);
  useEffect(() => void pages.open(store, window, 'newest').catch(() => undefined), [store]);
  const conversations = useComputed(() => {
    const found = new Map<string, RecentConversation>();
    for (const id of [...window.ids.value].reverse()) {
      const message = store.messages.all.get(id);
      if (!message) continue;
      const conversation = conversationOfMessage(message, store.me);
      const key = conversationKey(conversation);
      const known = found.get(key);
      if (!known)
        found.set(key, { conversation, lastId: id, timestamp: message.timestamp, senders: [message.sender_id] });
      else if (!known.senders.includes(message.sender_id))
        found.set(key, { ...known, senders: [...known.senders, message.sender_id] });
    }
    return [...found.values()];
  }).value;
  const [words, setWords] = useState('');
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const fitting = conversations.filter(
    ({ conversation }) =>
      (!isUnreadOnly || store.unreads.countOf(conversation) > 0) &&
      fitsWords(`${placeName(store, conversation)} ${conversationName(store, conversation)}`, words),
  );
  // A row that has the focus is not moved from under it.
  if (!page.current?.querySelector('a:focus-visible')) order.current = new StableOrder();
  const rows = order.current.of(fitting, ({ conversation }) => conversationKey(conversation), true);
  useFocusInList(page);
  const is24 = store.lists.get('user_settings').twenty_four_hour_time === true;
  return (
    <div
      ref={page}
      class={styles.page}
      tabIndex={0}
      role="group"
      data-filtered
      aria-label={t.recent}
      aria-busy={!window.isLoaded.value}
    >
      <div class={classes(styles.column, styles.wide)}>
        <div class={styles.head}>
          <h1 class={styles.title}>{t.recent}</h1>
          <button class={own.toggle} aria-pressed={isUnreadOnly} onClick={() => setUnreadOnly(!isUnreadOnly)}>
            {t.unreadOnly}
          </button>
        </div>
        <FilterField name={t.filterConversations} of="recent" words={words} onWords={setWords} />
        {fitting.length === 0 && (
          <p class={styles.empty}>
            {!window.isLoaded.value ? t.loading : conversations.length === 0 ? t.noRecent : t.noConversationFits}
          </p>
        )}
        <ul class={styles.list} role="list">
          {rows.map(({ conversation, timestamp, senders }) => {
            const name = conversationName(store, conversation);
            const unread = store.unreads.countOf(conversation);
            return (
              <li key={conversationKey(conversation)} class={styles.entry}>
                <a
                  class={styles.row}
                  href={hrefOfNarrow(narrowOf(conversation), store)}
                  aria-label={t.withUnread(name, unread)}
                >
                  <Avatar person={store.people.users.get(senders[0]!)} isSmall />
                  <span class={styles.name} dir="auto">
                    {name}
                  </span>
                  {' ' /* between the words for tools that read them */}
                  {unread > 0 && <span class={styles.count}>{unread}</span>}
                </a>
                <span class={styles.senders} aria-hidden="true">
                  {senders.slice(1, MAX_SENDERS).map((id) => (
                    <span key={id} title={userName(store, id)}>
                      <Avatar person={store.people.users.get(id)} isSmall />
                    </span>
                  ))}
                </span>
                <span class={styles.quiet} dir="auto">
                  {placeName(store, conversation)}
                </span>
                <time class={styles.quiet}>
                  {dayOf(timestamp) === t.today ? timeOf(timestamp, is24) : shortDayOf(timestamp)}
                </time>
              </li>
            );
          })}
        </ul>
        {window.isLoaded.value && !window.hasOldest.value && <Older window={window} shown={fitting.length} />}
      </div>
    </div>
  );
}

const placeName = (store: Store, conversation: Conversation): string =>
  conversation.kind === 'topic' ? channelName(store, conversation.channelId) : t.directMessages;

interface OlderProps {
  readonly window: MessageWindow;
  /** So many conversations are shown. */
  readonly shown: number;
}

/** Fetches messages until there are some more conversations. */
function Older({ window, shown }: OlderProps) {
  const { store, pages, notices } = useClient();
  const [isUnderWay, setUnderWay] = useState(false);
  const count = useRef(shown);
  count.current = shown;
  const fetch = async () => {
    const enough = shown + MORE;
    for (let page = 0; page < MAX_PAGES && count.current < enough && !window.hasOldest.peek(); page++)
      await pages.extend(store, window, 'older');
  };
  const onClick = () => {
    if (isUnderWay) return;
    setUnderWay(true);
    void fetch()
      .catch(() => notices.fail(t.notReached))
      .finally(() => setUnderWay(false));
  };
  return (
    <button class={own.older} aria-disabled={isUnderWay} onClick={onClick}>
      {isUnderWay ? t.loading : t.olderConversations}
    </button>
  );
}
