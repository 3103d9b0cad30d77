import { useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { isWriting, useCommandsElsewhere } from '../keys/keys';
import styles from './NoticeLine.module.css';
import { useClient } from './client';
import { ReleaseLine } from './ReleaseLine';
import { ZoneLine } from './ZoneLine';

/** The only polite live region: what was done, what arrived, and whether the server is reached. It is there at all times. */
export function NoticeLine() {
  const { notices, isReached } = useClient();
  const line = useRef<HTMLDivElement>(null);
  const notice = notices.shown.value;
  const spoken = notices.spoken.value;
  const leave = () => {
    const isPressed = line.current!.contains(document.activeElement);
    notices.drop();
    if (isPressed) document.getElementById('main')!.focus({ preventScroll: true }); // the button that had it is gone
  };
  const undo = () => {
    leave();
    notice?.undo?.();
    notices.announce(t.saidUndone);
  };
  // In a field with words it is for them.
  useCommandsElsewhere({ undo: () => (notice?.undo && !isWriting() ? undo() : false) });
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
          <span key={notice.nth}>{notice.text}</span>
          {notice.undo && <button onClick={undo}>{t.undo}</button>}
          <button class={styles.close} aria-label={t.dismiss} onClick={leave}>
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
