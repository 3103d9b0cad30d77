import { t } from '../i18n';
import styles from './NoticeLine.module.css';
import { useClient } from './client';
import { ReleaseLine } from './ReleaseLine';
import { ZoneLine } from './ZoneLine';

/** The only polite live region: what was done, what arrived, and whether the server is reached. It is there at all times. */
export function NoticeLine() {
  const { notices, isReached } = useClient();
  const notice = notices.shown.value;
  const spoken = notices.spoken.value;
  const undo = () => {
    notices.drop();
    document.getElementById('main')!.focus({ preventScroll: true }); // the button that had it is gone
    notice?.undo?.();
  };
  return (
    <div class={styles.line} role="status" aria-live="polite" aria-atomic="false">
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
