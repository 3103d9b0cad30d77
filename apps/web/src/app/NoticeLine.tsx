import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import styles from './NoticeLine.module.css';
import { useClient } from './client';
import type { Notice } from './notices';
import { ReleaseLine } from './ReleaseLine';
import { ZoneLine } from './ZoneLine';

/** The only polite live region: what was done, what arrived, and whether the server is reached. It is there at all times. */
export function NoticeLine() {
  const { notices, isReached } = useClient();
  const notice = notices.shown.value;
  const spoken = notices.spoken.value;
  return (
    <div class={styles.line} role="status" aria-live="polite" aria-atomic="false">
      <ReleaseLine />
      <ZoneLine />
      {!isReached.value && <p class={styles.offline}>{t.offline}</p>}
      {notice && <Shown key={notice.nth} notice={notice} />}
      {spoken && (
        <p class={styles.spoken} key={`spoken-${spoken.nth}`}>
          {spoken.text}
        </p>
      )}
    </div>
  );
}

/** A paragraph of its own for each, as the same words in the same paragraph are read out once only. */
function Shown({ notice: { text, undo, isFailure } }: { readonly notice: Notice }) {
  const { notices } = useClient();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const shown = line.current;
    // Keys go on in the view when the button that had the focus goes.
    return () => {
      if (shown?.contains(document.activeElement)) document.getElementById('main')!.focus({ preventScroll: true });
    };
  }, []);
  const takeBack = () => {
    notices.drop();
    undo?.();
  };
  return (
    <p
      ref={line}
      class={styles.notice}
      role={isFailure ? 'alert' : undefined}
      onMouseEnter={() => notices.hold()}
      onMouseLeave={() => notices.release()}
      onFocusIn={() => notices.hold()}
      onFocusOut={() => notices.release()}
    >
      {text}
      {undo && <button onClick={takeBack}>{t.undo}</button>}
    </p>
  );
}
