import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import type { Conversation } from '../links/narrow';
import type { Pending } from '../server/outbox';
import { conversationKey } from '../store/conversations';
import { Avatar } from '../ui/Avatar';
import { classes } from '../ui/classes';
import { timeOf } from '../ui/time';
import { focusMessages } from './focus';
import styles from './MessageRow.module.css';

interface Props {
  readonly conversation: Conversation;
  /** No messages of the server are shown beside them: those that have arrived stay, too. */
  readonly isAlone?: boolean;
}

/** The user's own messages that the server has not told of yet. */
export function PendingRows({ conversation, isAlone = false }: Props) {
  const { store, outbox, composer } = useClient();
  const edit = ({ localId, content }: Pending) => {
    outbox.giveUp(localId);
    composer.insert(conversation, content);
  };
  /** The button goes with what it does. */
  const leaving = (act: () => void) => {
    focusMessages();
    act();
  };
  const key = conversationKey(conversation);
  const own = outbox.pending.value.filter((one) => conversationKey(one.conversation) === key);
  const isThere = ({ id, localId }: Pending) =>
    store.messages.hasEchoOf(localId) || (id !== null && store.messages.all.get(id) !== undefined);
  const arrived = isAlone ? [] : own.filter(isThere);
  useEffect(() => {
    for (const { localId } of arrived) outbox.drop(localId);
  });
  const is24 = store.lists.get('user_settings').twenty_four_hour_time === true;
  return own
    .filter((one) => !arrived.includes(one))
    .map((one) => (
      <article
        key={one.localId}
        class={classes(styles.row, styles.first)}
        aria-label={t.article(store.own?.full_name ?? t.you, timeOf(one.timestamp, is24))}
      >
        <Avatar person={store.own} />
        <div class={styles.body}>
          <div class={styles.sender} dir="auto">
            {store.own?.full_name}
          </div>
          <div class={classes('rendered', one.failure === null && styles.pending)} dir="auto">
            {one.content.split('\n').map((line, at) => (
              <p key={at}>{line}</p>
            ))}
          </div>
          {one.failure !== null && (
            <div class={styles.failed} role="alert">
              {t.notSent} {one.isWaiting && one.failure === '' ? t.triedAgain : one.failure}
              {one.isWaiting && one.failure !== '' && ` ${t.triedLater}`}
              <button onClick={() => leaving(() => outbox.retry(one))}>{t.tryAgain}</button>
              <button onClick={() => edit(one)}>{t.edit}</button>
              <button onClick={() => leaving(() => outbox.giveUp(one.localId))}>{t.discard}</button>
            </div>
          )}
        </div>
      </article>
    ));
}

/**
 * Calls when the user sends into the conversation: the message is shown at its end, wherever the user reads. Whether
 * any is on its way.
 */
export function useOwnSends(conversation: Conversation | null, onSend: () => void): boolean {
  const { outbox } = useClient();
  const key = conversation && conversationKey(conversation);
  const newest = outbox.pending.value.filter((one) => conversationKey(one.conversation) === key).at(-1);
  const last = newest?.localId;
  // What is on its way when the conversation opens has just been sent.
  const known = useRef(newest?.failure === null ? undefined : last);
  useLayoutEffect(() => {
    if (last === known.current) return;
    known.current = last;
    if (last !== undefined) onSend();
  }, [last]);
  return last !== undefined;
}
