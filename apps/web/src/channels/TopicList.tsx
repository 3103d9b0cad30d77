import { useEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { channelName, topicName } from '../app/names';
import { hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import inbox from '../inbox/Inbox.module.css';
import { idsOf, markRead } from '../inbox/marking';
import { topicNarrow } from '../links/narrow';
import type { TopicEntry } from '../server/topics';
import { mayDeleteAnyIn, mayMoveOutOf, mayRenameIn, mayResolveIn } from '../store/rights';
import { POLICY } from '../store/topics';
import { Icon } from '../ui/icons';
import { useKeptFocus } from '../ui/kept-focus';
import styles from './channels.module.css';
import { isResolved } from './resolved';
import { topicActions } from './topic-actions';

/** The topics of a channel, and what the user wants to hear of them. */
export function TopicList({ channelId }: { readonly channelId: number }) {
  const client = useClient();
  const { store, topics } = client;
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  useEffect(() => void topics.load(channelId).catch(() => undefined), [channelId]);
  const list = topics.of(channelId);
  const unread = store.unreads.conversations.value.filter(
    ({ conversation }) => conversation.kind === 'topic' && conversation.channelId === channelId,
  );
  const title = t.allTopics(channelName(store, channelId));
  return (
    <div ref={page} class={inbox.page} tabIndex={0} role="group" aria-label={title}>
      <div class={inbox.column}>
        <div class={inbox.head}>
          <h1 class={inbox.title} dir="auto">
            {title}
          </h1>
          {unread.length > 0 && (
            <button
              class={inbox.mark}
              aria-label={t.markRead(channelName(store, channelId))}
              onClick={() => markRead(client, idsOf(unread))}
            >
              {t.markAllRead}
            </button>
          )}
        </div>
        {list.length === 0 && <p class={inbox.empty}>{t.noTopics}</p>}
        <ul class={inbox.list} role="list">
          {list.map((topic) => (
            <Row key={topic.name} channelId={channelId} topic={topic} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Row({ channelId, topic: { name, max_id } }: { readonly channelId: number; readonly topic: TopicEntry }) {
  const client = useClient();
  const { store, dialogs } = client;
  const channel = store.channels.all.get(channelId);
  const policy = store.topics.policyOf(channelId, name);
  const unread = store.unreads.countOf({ kind: 'topic', channelId, topic: name });
  const shown = topicName(name);
  const actions = topicActions(client, channelId, name);
  return (
    <li class={styles.row}>
      <a
        id={`topic-${max_id}`}
        class={styles.about}
        href={hrefOfNarrow(topicNarrow(channelId, name), store)}
        aria-label={t.withUnread(shown, unread)}
        dir="auto"
      >
        {shown}
      </a>
      {unread > 0 && <span class={inbox.count}>{unread}</span>}
      {!store.isSpectator && (
        <>
          {unread > 0 && (
            <button
              class={inbox.mark}
              aria-label={t.markRead(shown)}
              title={t.markRead(shown)}
              onClick={actions.markRead}
            >
              <Icon name="check" />
            </button>
          )}
          <span class={styles.deeds}>
            {channel && (mayRenameIn(store, channel) || mayMoveOutOf(store, channel)) && (
              <button
                class={styles.button}
                aria-label={t.moveTopic(shown)}
                onClick={({ currentTarget }) =>
                  dialogs.open(
                    { kind: 'topic', deed: 'move', channelId, topic: name, messageId: max_id },
                    currentTarget,
                  )
                }
              >
                {t.move}
              </button>
            )}
            <button
              class={styles.button}
              aria-label={policy === POLICY.followed ? t.unfollow(shown) : t.follow(shown)}
              onClick={() => actions.setPolicy(POLICY.followed)}
            >
              {policy === POLICY.followed ? t.unfollowShort : t.followShort}
            </button>
            <button
              class={styles.button}
              aria-label={policy === POLICY.muted ? t.unmute(shown) : t.mute(shown)}
              onClick={() => actions.setPolicy(POLICY.muted)}
            >
              {policy === POLICY.muted ? t.unmuteShort : t.muteShort}
            </button>
            {channel && name !== '' && mayResolveIn(store, channel) && (
              <button
                class={styles.button}
                aria-label={isResolved(name) ? t.unresolve(shown) : t.resolve(shown)}
                onClick={() => actions.resolve(max_id)}
              >
                {isResolved(name) ? t.unresolveShort : t.resolveShort}
              </button>
            )}
            {channel && mayDeleteAnyIn(store, channel) && (
              <button
                class={styles.button}
                aria-label={t.deleteTopic(shown)}
                onClick={({ currentTarget }) =>
                  dialogs.open(
                    { kind: 'topic', deed: 'delete', channelId, topic: name, messageId: max_id },
                    currentTarget,
                  )
                }
              >
                {t.delete}
              </button>
            )}
          </span>
          <button
            class={styles.options}
            aria-label={t.options}
            aria-describedby={`topic-${max_id}`}
            aria-haspopup="menu"
            title={t.options}
            onClick={({ currentTarget }) =>
              dialogs.open({ kind: 'topicMenu', channelId, topic: name, messageId: max_id }, currentTarget)
            }
          >
            <Icon name="more" />
          </button>
        </>
      )}
    </li>
  );
}
