import { useEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { channelName, topicName } from '../app/names';
import { hrefOf, hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import { StableOrder } from '../inbox/stable-order';
import { conversationOf, Narrow, topicNarrow } from '../links/narrow';
import { topicKey } from '../store/topics';
import { Row } from './Row';
import styles from './Sidebar.module.css';

/** So many topics are shown, and all those with unread messages. */
const FEW = 6;
const MOST = 15;

interface Props {
  readonly channelId: number;
  /** Of the view that is shown. */
  readonly narrow: Narrow;
}

/** The topics of the channel that is shown: the newest ones, and those with unread messages. */
export function TopicRows({ channelId, narrow }: Props) {
  const { store, topics } = useClient();
  const order = useRef(new StableOrder());
  const root = useRef<HTMLUListElement>(null);
  const isShown = store.windows.of(narrow).isLoaded.value;
  const { version } = useMoves(channelId);
  // After the messages: nothing has to wait for it.
  useEffect(() => {
    if (isShown) void topics.refresh(store, channelId).catch(() => undefined);
  }, [store, channelId, isShown, version]);
  const rows = useRows(channelId, narrow);
  if (rows.length === 0) return null;
  if (!root.current?.matches(':hover, :focus-within')) order.current = new StableOrder();
  const shown = rows.filter((one, at) => at < FEW || one.isCurrent || one.unread > 0).slice(0, MOST);
  return (
    <li>
      <ul ref={root} role="list" class={styles.topics} aria-label={t.allTopics(channelName(store, channelId))}>
        {order.current
          .of(shown, ({ key }) => key)
          .map(({ key, topic, newest, unread, mentions, isMuted, isCurrent }) => (
            <Row
              key={key}
              href={hrefOfNarrow(topicNarrow(channelId, topic), store)}
              name={topicName(topic)}
              symbol={null}
              unread={unread}
              isUrgent={mentions > 0}
              isMuted={isMuted}
              isCurrent={isCurrent}
              options={
                store.isSpectator
                  ? undefined
                  : { kind: 'topicMenu', channelId, topic, messageId: newest === 0 ? null : newest }
              }
            />
          ))}
      </ul>
      {rows.length > shown.length && (
        <a class={styles.more} href={hrefOf({ view: 'topics', channelId }, store)}>
          {t.showAllTopics(rows.length)}
        </a>
      )}
    </li>
  );
}

interface TopicRow {
  readonly key: string;
  readonly topic: string;
  readonly newest: number;
  readonly unread: number;
  readonly mentions: number;
  readonly isMuted: boolean;
  readonly isCurrent: boolean;
}

/** The newest first. The list of the server may be older than what is unread and what is shown. */
function useRows(channelId: number, narrow: Narrow): TopicRow[] {
  const { store, topics } = useClient();
  const listed = topics.of(channelId);
  if (listed.length === 0) return [];
  const shown = conversationOf(narrow);
  const found = new Map<string, TopicRow>();
  const add = (topic: string, newest: number, ids: ReadonlySet<number>) => {
    const key = topicKey(channelId, topic);
    const conversation = { kind: 'topic', channelId, topic } as const;
    const isCurrent = shown?.kind === 'topic' && topicKey(shown.channelId, shown.topic) === key;
    const isMuted = store.isMuted(conversation);
    found.set(key, {
      ...{ key, topic, newest, isMuted, isCurrent },
      unread: isMuted ? 0 : ids.size,
      mentions: store.unreads.mentionsIn(ids),
    });
  };
  if (shown?.kind === 'topic' && shown.channelId === channelId) add(shown.topic, 0, new Set());
  for (const { name, max_id: newest } of listed) add(name, newest, new Set());
  const newestOf = (topic: string): number => found.get(topicKey(channelId, topic))?.newest ?? 0;
  for (const { topic, newest } of store.topicNews.of(channelId))
    add(topic, Math.max(newest, newestOf(topic)), new Set());
  for (const { conversation, ids } of store.unreads.conversations.value)
    if (conversation.kind === 'topic' && conversation.channelId === channelId)
      add(conversation.topic, Math.max(...ids, newestOf(conversation.topic)), ids);
  return [...found.values()].sort((one, other) => other.newest - one.newest);
}

/** Counts the moves that this channel has seen. */
function useMoves(channelId: number): { readonly version: number } {
  const { store } = useClient();
  const counted = useRef({ version: 0, last: store.moved.peek() });
  const { value: moved } = store.moved;
  if (moved !== counted.current.last) {
    const isHere = moved !== null && (moved.from.channelId === channelId || moved.to.channelId === channelId);
    counted.current = { version: counted.current.version + (isHere ? 1 : 0), last: moved };
  }
  return counted.current;
}
