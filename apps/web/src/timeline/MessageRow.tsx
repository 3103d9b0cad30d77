import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ACTIONS } from '../actions/actions';
import { Client, useClient } from '../app/client';
import { channelName, conversationName, topicName } from '../app/names';
import { hrefOf, hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import { channelNarrow, narrowOf } from '../links/narrow';
import { picturesIn } from '../pictures/pictures';
import { conversationKey, conversationOfMessage } from '../store/conversations';
import type { KnownMessage } from '../store/messages';
import { Avatar } from '../ui/Avatar';
import { classes } from '../ui/classes';
import { Html } from '../ui/Html';
import { lazy } from '../ui/lazy';
import { dayKey, dayOf, timeOf, wholeTimeOf } from '../ui/time';
import styles from './MessageRow.module.css';
import { Reactions } from './Reactions';
import { MessageControls } from './MessageControls';

/** Messages of a sender within so many seconds stand below one name. */
const TOGETHER_SECONDS = 600;

interface Props {
  readonly id: number;
  /** The row above, which decides what is said once for both. */
  readonly previousId: number | undefined;
  readonly isFirstUnread: boolean;
  /** The view has several conversations. */
  readonly showsPlace: boolean;
}

export function MessageRow({ id, previousId, isFirstUnread, showsPlace }: Props) {
  const { store } = useClient();
  const message = store.messages.all.get(id);
  const previous = previousId === undefined ? undefined : store.messages.all.get(previousId);
  if (!message) return null;
  const isNewDay = !previous || dayKey(previous.timestamp) !== dayKey(message.timestamp);
  const isElsewhere = showsPlace && (!previous || !isSamePlace(previous, message, store.me));
  const begins = isNewDay || isElsewhere || isFirstUnread || !previous || !continues(previous, message);
  return (
    <>
      {isNewDay && (
        <div id={`day-${id}`} class={styles.day}>
          {dayOf(message.timestamp)}
        </div>
      )}
      {isFirstUnread && <div class={styles.unread}>{t.unreadFrom}</div>}
      <Article message={message} begins={begins} isNewDay={isNewDay} showsPlace={isElsewhere} />
    </>
  );
}

const isSamePlace = (one: KnownMessage, other: KnownMessage, me: number): boolean =>
  conversationKey(conversationOfMessage(one, me)) === conversationKey(conversationOfMessage(other, me));

const continues = (previous: KnownMessage, message: KnownMessage): boolean =>
  previous.sender_id === message.sender_id &&
  !message.is_me_message &&
  !previous.is_me_message &&
  message.timestamp - previous.timestamp < TOGETHER_SECONDS;

/** What the sender does follows the name: the word that says so is not shown. */
const contentOf = ({ content, match_content, is_me_message: isMe }: KnownMessage): string =>
  isMe ? (match_content ?? content).replace(/^<p>\/me\s/, '<p>') : (match_content ?? content);

const BEGINS_WITH_CODE = /^\s*(?:<(?:blockquote|ol|ul|li)\b[^>]*>\s*)*<(?:pre|div class="codehilite")/;

interface PlaceProps {
  readonly message: KnownMessage;
  /** The same links are elsewhere, and are reached by keys there. */
  readonly isCopy?: boolean;
}

export function Place({ message, isCopy }: PlaceProps) {
  const { store } = useClient();
  const tabIndex = isCopy ? -1 : undefined;
  const conversation = conversationOfMessage(message, store.me);
  const name = conversation.kind === 'topic' ? topicName(conversation.topic) : conversationName(store, conversation);
  return (
    <div id={isCopy ? undefined : `place-${message.id}`} class={styles.place}>
      {conversation.kind === 'topic' && (
        <>
          <a href={hrefOfNarrow(channelNarrow(conversation.channelId), store)} tabIndex={tabIndex} dir="auto">
            {channelName(store, conversation.channelId)}
          </a>
          <span aria-hidden="true">›</span>
        </>
      )}
      <a href={hrefOfNarrow(narrowOf(conversation), store)} tabIndex={tabIndex} dir="auto">
        {name}
      </a>
    </div>
  );
}

interface ContentProps {
  readonly message: KnownMessage;
  readonly isEdited: boolean;
  /** Shows what a muted user wrote; `null`: it is shown. */
  readonly onReveal: (() => void) | null;
}

/** The text, or the form in which it is changed. */
function Content({ message, isEdited, onReveal }: ContentProps) {
  const client = useClient();
  if (isEdited) return <MessageEditor message={message} />;
  if (onReveal)
    return (
      <p class={styles.collapsed}>
        {t.hiddenSender} <button onClick={onReveal}>{t.expand}</button>
      </p>
    );
  if (message.submessages.length > 0) return <WidgetView message={message} />;
  if (message.flags.includes('collapsed'))
    return (
      <p class={styles.collapsed}>
        {t.collapsed} <button onClick={() => ACTIONS.collapse(client, message)}>{t.expand}</button>
      </p>
    );
  return <Html html={contentOf(message)} class={classes(message.is_me_message && styles.me)} />;
}

const WidgetView = lazy(async () => (await import('../widgets/WidgetView')).WidgetView);
const MessageEditor = lazy(async () => (await import('../actions/MessageEditor')).MessageEditor);

interface ArticleProps {
  readonly message: KnownMessage;
  readonly begins: boolean;
  readonly isNewDay: boolean;
  readonly showsPlace: boolean;
}

function Article({ message, begins, isNewDay, showsPlace }: ArticleProps) {
  const client = useClient();
  const { store } = client;
  const [isRevealed, setRevealed] = useState(false);
  const isMuted = useComputed(() => store.lists.isMutedUser(message.sender_id)).value;
  const isHidden = isMuted && !isRevealed;
  const isEdited = useComputed(() => client.dialogs.edited.value === message.id).value;
  const isBeingEdited = useComputed(() => store.presence.isBeingEdited(message.id)).value;
  const sender = isHidden ? undefined : store.people.users.get(message.sender_id);
  const name = isHidden ? t.mutedUser : (sender?.full_name ?? message.sender_full_name);
  const time = timeOf(message.timestamp, store.lists.get('user_settings').twenty_four_hour_time === true);
  const conversation = conversationOfMessage(message, store.me);
  const isMentioned = message.flags.includes('mentioned');
  const near = [...narrowOf(conversation), { operator: 'near' as const, operand: message.id }];
  return (
    <article
      class={classes(
        styles.row,
        begins && styles.first,
        isMentioned && styles.mentioned,
        BEGINS_WITH_CODE.test(message.content) && styles.code,
      )}
      data-id={message.id}
      aria-label={t.article(name, time)}
      // So that keys which go from message to message have it read out.
      aria-describedby={[isNewDay && 'day', showsPlace && 'place', 'text']
        .flatMap((part) => (part === false ? [] : `${part}-${message.id}`))
        .join(' ')}
      tabIndex={-1}
    >
      {showsPlace && <Place message={message} />}
      {begins ? <Avatar person={sender ?? { user_id: 0, full_name: name, avatar_url: null }} /> : <span />}
      <div class={styles.body}>
        {begins && (
          <div class={styles.sender}>
            <Sender userId={message.sender_id} name={name} />
            {sender?.is_bot && <span class={styles.badge}>{t.bot}</span>}
            {sender?.is_guest && <span class={styles.badge}>{t.guest}</span>}
          </div>
        )}
        <div id={`text-${message.id}`} onClick={(event) => openPart(client, event)}>
          <Content message={message} isEdited={isEdited} onReveal={isHidden ? () => setRevealed(true) : null} />
        </div>
        {!isHidden && <Reactions message={message} />}
      </div>
      <div class={styles.side}>
        {message.flags.includes('starred') && (
          <span class={styles.star} aria-hidden="true">
            ★
          </span>
        )}
        {isBeingEdited && <span>{t.beingEdited}</span>}
        {message.last_edit_timestamp && <span title={wholeTimeOf(message.last_edit_timestamp)}>{t.edited}</span>}
        <a class={styles.time} href={hrefOfNarrow(near, store)} title={wholeTimeOf(message.timestamp)} tabIndex={-1}>
          {time}
        </a>
      </div>
      {!isEdited && <MessageControls message={message} />}
    </article>
  );
}

/** A button that opens the card. The button with the user's own name is the one of the account: here it is a link. */
function Sender({ userId, name }: { readonly userId: number; readonly name: string }) {
  const { store, dialogs } = useClient();
  const open = (event: Event & { readonly currentTarget: HTMLElement }) => {
    event.preventDefault();
    dialogs.open({ kind: 'user', userId }, event.currentTarget);
  };
  return userId === store.me ? (
    <a dir="auto" href={hrefOf({ view: 'user', userId })} onClick={open}>
      {name}
    </a>
  ) : (
    <button dir="auto" onClick={open}>
      {name}
    </button>
  );
}

/** A mention tells about who is mentioned, and a picture is shown large; with Ctrl and the like it stays a link. */
function openPart({ dialogs }: Client, event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const picture =
    target && isPlain ? picturesIn(event.currentTarget as Element).find((one) => one.link.contains(target)) : null;
  if (picture) {
    event.preventDefault();
    return dialogs.open({ kind: 'picture', link: picture.link }, picture.link);
  }
  const mention = target?.closest<HTMLElement>('.user-mention, .user-group-mention');
  const { userId, userGroupId } = mention?.dataset ?? {};
  if (Number(userId) > 0) dialogs.open({ kind: 'user', userId: Number(userId) }, mention);
  if (Number(userGroupId) > 0) dialogs.open({ kind: 'group', groupId: Number(userGroupId) }, mention);
}
