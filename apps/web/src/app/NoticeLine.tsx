import { useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { isWriting, useCommandsElsewhere } from '../keys/keys';
import styles from './NoticeLine.module.css';
import { useClient } from './client';
import { wordsOf } from './notices';
import { ReleaseLine } from './ReleaseLine';
import { ZoneLine } from './ZoneLine';

/** The only polite live region: what was done, what arrived, and whether the server is reached. It is there at all times. */
export function NoticeLine() {
  const { notices, isReached } = useClient();
  const line = useRef<HTMLDivElement>(null);
  const notice = notices.shown.value;
  const spoken = notices.spoken.value;
  const leave = (said?: string) => {
    const isPressed = line.current!.contains(document.activeElement);
    notices.drop(said);
    if (isPressed) document.getElementById('main')!.focus({ preventScroll: true }); // the button that had it is gone
  };
  /** The second click of two quick ones would undo what is shown next. */
  const undo = ({ detail }: MouseEvent) => {
    if (detail > 1) return;
    leave(t.saidUndone);
    notice?.undo?.();
  };
  const undoNewest = () => {
    const newest = notices.undoable.peek();
    if (!newest?.undo || isWriting()) return false;
    if (newest === notice) leave(t.saidUndone);
    else {
      notices.withdraw(newest.undo);
      notices.announce(t.saidUndone);
    }
    newest.undo();
  };
  // In a field with words it is for them.
  useCommandsElsewhere({ undo: undoNewest });
  return (
    <div ref={line} class={styles.line} role="status" aria-live="polite" aria-atomic="false">
      <ReleaseLine />
      <ZoneLine />
      {!isReached.value && <p class={styles.offline}>{t.offline}</p>}
      {notice && (
        <p
          class={styles.notice}
          role={notice.isFailure ? 'alert' : undefined}
          onMouseEnter={() => notices.hold()}
          onMouseLeave={() => notices.release()}
          onFocusIn={() => notices.hold()}
          onFocusOut={() => notices.release()}
        >
          {/* An element of its own for each, as the same words in the same element are read out once only. */}
          <span key={notice.nth} aria-live={notice.isAgain ? 'off' : undefined}>
            {wordsOf(notice)}
          </span>
          {notice.undo && <button onClick={undo}>{t.undo}</button>}
          <button class={styles.close} aria-label={t.dismiss} onClick={() => leave()}>
            <Icon name="close" />
          </button>
        </p>
      )}
      {spoken && (
        <p class={styles.spoken} key={spoken.nth}>
          {spoken.text}
        </p>
      )}
    </div>
  );
}
