import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import type { MessageSpot } from '../app/navigation-entries';
import { t } from '../i18n';
import { conversationOf } from '../links/narrow';
import { useCommands } from '../keys/keys';
import type { Anchor } from '../server/pages';
import type { MessageWindow } from '../store/windows';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icons';
import { idsOf, markRead } from '../inbox/marking';
import { conversationKey } from '../store/conversations';
import { useAnnouncements } from './announcing';
import { takeFocus, useFocusKept } from './focus';
import { useMessageCommands } from './message-commands';
import { NoMessages } from './NoMessages';
import { MessageRow } from './MessageRow';
import { StickyHeader } from './StickyHeader';
import { PendingRows, useOwnSends } from './PendingRows';
import { AT_FIRST, moved, Range, rangeAround, rangeOf } from './range';
import { Scroller } from './scroller';
import styles from './Timeline.module.css';
import { TypingLine } from './TypingLine';

/** When messages that are seen count as read, as the user has set it. */
const MARKS = { always: 1, inConversations: 2 };

/** The way to the end, which the server may have to be asked for. */
type Leap = 'none' | 'begun' | 'failed';

interface Props {
  readonly window: MessageWindow;
  readonly anchor: Anchor;
  /** Where the user was here before, or is led to; `null`: nowhere yet. */
  readonly spot: MessageSpot | null;
  readonly name: string;
}

/** A window of real rows over the messages of a narrow: what is read stays where it is, whatever happens around it. */
export function Timeline({ window, anchor, spot, name }: Props) {
  const client = useClient();
  const { store, router, pages, reading } = client;
  const ids = window.ids.value;
  const [firstUnread] = useState(() => ids.find((id) => !store.messages.all.peek(id)?.flags.includes('read')));
  const isNamed = typeof anchor === 'number';
  // A message that is gone has another one in its place.
  const unnamed = anchor === 'newest' ? undefined : firstUnread;
  const start = isNamed ? (ids.find((id) => id >= anchor) ?? ids.at(-1)) : unnamed;
  const [range, setRange] = useState<Range>(() => rangeAround(ids, start, AT_FIRST));
  const [isAtEnd, setAtEnd] = useState(start === undefined);
  /** The newest message when the user was at the end for the last time. */
  const newest = useRef(ids.at(-1) ?? 0);
  if (isAtEnd) newest.current = ids.at(-1) ?? 0;
  /** The uppermost message, where the line with its conversation is out of sight. */
  const top = useSignal<number | null>(null);
  const [leap, setLeap] = useState<Leap>('none');
  const feed = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [scroller] = useState(() => new Scroller(start === undefined));
  const shown = rangeOf(ids, range, isAtEnd, scroller.heldId);
  const conversation = conversationOf(window.narrow);
  const hasAll = shown.at(-1) === ids.at(-1) && window.hasNewest.value;

  const policy = store.lists.get('user_settings').web_mark_read_on_scroll_policy;
  const marksRead = policy === MARKS.always || (policy === MARKS.inConversations && conversation !== null);

  const extend = (towards: 'older' | 'newer') => {
    const edgeOf = (of: readonly number[]) => (towards === 'older' ? of[0] : of.at(-1));
    if (edgeOf(shown) !== edgeOf(ids)) return setRange(moved(ids, shown, towards));
    void pages.extend(store, window, towards).then(() => {
      // What came is not in the range yet, and a list that is at its upper end does not scroll any further.
      if (edgeOf(window.ids.peek()) !== edgeOf(ids)) requestAnimationFrame(() => latest.current());
    });
  };
  const look = () => {
    const place = scroller.look();
    if (!place) return;
    if (!conversation) top.value = place.topId;
    if (leap === 'begun') return;
    const isEnd = place.isAtBottom && hasAll;
    // At the end of a conversation nothing of it is left to read.
    const seen = isEnd && conversation ? ids : place.seen;
    if (marksRead && document.visibilityState === 'visible') reading.see(store, seen);
    if (place.isNearTop) extend('older');
    if (place.isNearBottom && !hasAll) extend('newer');
    if (isEnd !== isAtEnd) {
      if (isEnd) setRange(rangeAround(ids, undefined));
      setAtEnd(isEnd);
    }
    scroller.isPinned = isEnd;
  };
  const latest = useRef(look);
  latest.current = look;

  const lastFocused = useFocusKept(list, shown);
  useLayoutEffect(() => router.entries.watch(() => scroller.spot(lastFocused.current)), []);
  useLayoutEffect(() => {
    scroller.attach(feed.current!, list.current!, () => latest.current());
    if (start !== undefined) {
      scroller.show(start, spot?.top ?? (isNamed ? 'middle' : 'upper'));
      if (spot?.hasFocus ?? isNamed) scroller.isGiven = takeFocus(feed.current!, start, spot !== null);
    }
    // What came while the page was hidden is seen when it is shown.
    const onShown = () => latest.current();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      scroller.detach();
      reading.resume();
    };
  }, []);
  useLayoutEffect(() => scroller.settle());

  /** What the user passes over counts as read, and can be taken back. */
  const markPassed = () => {
    const passed = conversation
      ? store.unreads.conversations
          .peek()
          .filter((one) => conversationKey(one.conversation) === conversationKey(conversation))
      : [];
    const shownIds = ids.filter((id) => store.unreads.has(id));
    markRead(client, conversation ? idsOf(passed) : shownIds);
  };
  const pinEnd = () => {
    scroller.isPinned = true;
    scroller.settle();
  };
  const showEnd = (then: () => void = () => undefined) => {
    setLeap('begun');
    pages.open(store, window, 'newest').then(
      () => {
        setLeap('none');
        setRange(rangeAround(window.ids.peek(), undefined));
        setAtEnd(true);
        then();
        pinEnd();
      },
      () => setLeap('failed'),
    );
  };
  const jump = () => {
    if (marksRead) markPassed();
    // What had the focus, the button or a message far from here, is taken away, and would be held in sight until then.
    showEnd(() => {
      feed.current?.focus({ preventScroll: true });
      requestAnimationFrame(() => scroller.focusEdge('last'));
    });
  };
  const isSending = useOwnSends(conversation, () => {
    if (isAtEnd) return;
    pinEnd();
    showEnd();
  });
  useEffect(() => {
    if (leap === 'failed' && isSending) showEnd();
  }, [client.isReached.value]);
  const hasRows = ids.length > 0 || isSending;
  useCommands({
    nextMessage: () => scroller.focusNext(1, firstUnread, lastFocused.current),
    previousMessage: () => scroller.focusNext(-1, firstUnread, lastFocused.current),
    pageDown: () => scroller.scrollPage(1),
    pageUp: () => scroller.scrollPage(-1),
    first: () =>
      void pages.open(store, window, 'oldest').then(() => {
        setRange(rangeAround(window.ids.peek(), window.ids.peek()[0]));
        scroller.showFirst();
      }),
    last: jump,
  });
  useMessageCommands(ids, () => scroller.focusAgain(lastFocused.current));
  useAnnouncements(ids, window.hasNewest.value);
  const below = window.hasNewest.value ? ids.filter((id) => id > newest.current).length : 0;
  return (
    <div class={styles.frame}>
      <div
        ref={feed}
        class={classes(styles.feed, !conversation && styles.severalPlaces)}
        role="feed"
        aria-label={name}
        // Only a busy feed may be without articles.
        aria-busy={!hasRows || (!window.hasOldest.value && shown[0] === ids[0])}
        tabIndex={0}
        onKeyDown={() => (scroller.isGiven = false)}
        onPointerDown={() => (scroller.isGiven = false)}
        onScroll={() => latest.current()}
      >
        {!conversation && <StickyHeader top={top} />}
        <div ref={list} class={styles.list}>
          {!hasRows && <NoMessages narrow={window.narrow} />}
          {shown.map((id, at) => (
            <MessageRow
              key={store.messages.all.peek(id)?.localId ?? id}
              id={id}
              previousId={shown[at - 1]}
              isFirstUnread={id === firstUnread}
              showsPlace={conversation === null}
            />
          ))}
          {conversation && (hasAll || leap !== 'none') && <PendingRows conversation={conversation} />}
        </div>
      </div>
      <TypingLine narrow={window.narrow} />
      {!isAtEnd && (
        <button class={styles.jump} onClick={jump} aria-label={below > 0 ? t.newBelowJump(below) : t.jumpToEnd}>
          {below > 0 && <span>{t.newBelow(below)}</span>}
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}
