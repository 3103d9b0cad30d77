import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { messageSpot } from '../app/navigation-entries';
import { LogInLink } from '../app/LogInLink';
import { channelName, narrowName, peopleName, topicName } from '../app/names';
import { hrefOf, hrefOfNarrow } from '../app/router';
import { Compose } from '../compose/Compose';
import { t } from '../i18n';
import { channelNarrow, conversationOf, Narrow, narrowKey, operandOf } from '../links/narrow';
import { SearchTerms } from '../search/SearchTerms';
import { isSearch } from '../search/terms';
import { isAway } from '../server/refusal';
import { Html } from '../ui/Html';
import { Icon } from '../ui/icons';
import { LoadingFeed } from './LoadingFeed';
import { useFollowedTopic, useNamedMessage } from './following';
import { Timeline } from './Timeline';
import styles from './View.module.css';

/** Why the messages of a narrow are not there. */
interface Failure {
  readonly key: string;
  /** The server cannot be reached. Otherwise it refuses. */
  readonly isPassing: boolean;
}

/** The messages of a narrow, and what the user writes there. */
export function MessagesView({ narrow }: { readonly narrow: Narrow }) {
  const { store, router, pages, isReached } = useClient();
  const window = store.windows.of(narrow);
  const key = narrowKey(narrow);
  const entry = router.entries.current.value;
  const spot = messageSpot(entry.spot);
  const anchor = router.anchorIn(narrow);
  const place = `${key} ${anchor}`;
  /** The place whose messages were there: what is read afterwards does not take them away. */
  const ready = useRef('');
  const [opened, setOpened] = useState('');
  if (opened === place || pages.has(store, window, anchor)) ready.current = place;
  const [failure, setFailure] = useState<Failure | null>(null);
  const conversation = conversationOf(narrow);
  const isStrange = conversation?.kind === 'direct' && conversation.userIds.some((id) => !store.people.users.get(id));
  const isLost = useLost(narrow);
  const shown = isStrange || isLost ? { key, isPassing: false } : failure?.key === key ? failure : null;
  const open = () =>
    pages
      .open(store, window, anchor, () => messageSpot(router.entries.spot())?.messageId ?? null)
      .then(
        () => {
          setOpened(place);
          setFailure(null);
        },
        (error: unknown) => setFailure({ key, isPassing: isAway(error) }),
      );
  useEffect(() => {
    if (!isLost) void open();
  }, [store, key, anchor, isReached.value, isLost]);
  useFollowedTopic(narrow);
  useNamedMessage(narrow, ready.current === place);
  const name = narrowName(store, narrow);
  const isRefused = shown !== null && !shown.isPassing;
  const isThere = window.isLoaded.value && (ready.current === place || window.isStale.value || shown !== null);
  return (
    <>
      <Head narrow={narrow} />
      {isSearch(narrow, store.me) && <SearchTerms narrow={narrow} />}
      {window.isStale.value && <p class={styles.stale}>{t.asLastSeen}</p>}
      {shown && !(shown.isPassing && window.isLoaded.value) ? (
        <div class={styles.empty} role="alert">
          {isLost ? t.channelLost : shown.isPassing ? t.cannotLoad : store.isSpectator ? t.notPublic : t.notAllowed}
          {shown.isPassing && <button onClick={() => void open()}>{t.tryAgain}</button>}
        </div>
      ) : isThere ? (
        <Timeline key={`${entry.key} ${place}`} window={window} anchor={anchor} spot={spot} name={name} />
      ) : (
        <LoadingFeed narrow={narrow} name={name} />
      )}
      {/* What was written in a channel that is lost can be sent elsewhere. */}
      {store.isSpectator ? <SpectatorLine /> : (isLost || !isRefused) && <Compose narrow={narrow} />}
    </>
  );
}

/** The channel was there while this view was, and the user may not see it any more. */
function useLost(narrow: Narrow): boolean {
  const { store } = useClient();
  const known = useRef<number | null>(null);
  const channelId = operandOf(narrow, 'channel');
  if (typeof channelId !== 'number') return false;
  if (store.channels.all.get(channelId)) known.current = channelId;
  else return known.current === channelId;
  return false;
}

/** In place of the form. */
const SpectatorLine = () => (
  <p class={styles.spectator}>
    {t.spectating} <LogInLink />
  </p>
);

function Head({ narrow }: { readonly narrow: Narrow }) {
  const { store, dialogs } = useClient();
  const channelId = operandOf(narrow, 'channel');
  const channel = typeof channelId === 'number' ? store.channels.all.get(channelId) : undefined;
  const conversation = conversationOf(narrow);
  return (
    <header class={styles.head}>
      <h1 class={styles.title}>
        {channel ? (
          <>
            <Icon name={channel.invite_only ? 'lock' : channel.is_web_public ? 'globe' : 'hash'} />
            <a href={hrefOfNarrow(channelNarrow(channel.stream_id), store)} dir="auto">
              {channelName(store, channel.stream_id)}
            </a>
          </>
        ) : (
          <span dir="auto">
            {conversation?.kind === 'direct' ? peopleName(store, conversation.userIds) : narrowName(store, narrow)}
          </span>
        )}
        {channel && conversation?.kind === 'topic' && (
          <>
            <Icon name="chevron" />
            <span class={styles.topic} dir="auto">
              {topicName(conversation.topic)}
            </span>
          </>
        )}
      </h1>
      {conversation?.kind === 'topic' && channel && !store.isSpectator && (
        <button
          class={styles.menu}
          aria-label={t.topicActions}
          title={t.topicActions}
          aria-haspopup="menu"
          aria-expanded={dialogs.opened.value?.kind === 'topicMenu'}
          onClick={({ currentTarget }) =>
            dialogs.open(
              {
                ...{ kind: 'topicMenu', channelId: channel.stream_id, topic: conversation.topic },
                messageId: store.windows.of(narrow).ids.peek().at(-1) ?? null,
              },
              currentTarget,
            )
          }
        >
          <Icon name="more" />
        </button>
      )}
      {channel && (
        <a class={styles.topics} href={hrefOf({ view: 'topics', channelId: channel.stream_id }, store)}>
          {t.topics}
        </a>
      )}
      {channel && !store.isSpectator && store.own?.is_guest !== true && (
        <a
          class={styles.topics}
          href={hrefOf({ view: 'settings', section: `organization/channels/${channel.stream_id}` })}
          title={t.channelSettings}
        >
          <span class={styles.wide}>{t.channelSettings}</span>
          <Icon name="sliders" />
        </a>
      )}
      {channel?.is_archived === true && <p class={styles.about}>{t.archived}</p>}
      {channel && <Html html={channel.rendered_description} class={styles.about} />}
    </header>
  );
}
