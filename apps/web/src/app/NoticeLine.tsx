import { t } from '../i18n';
import styles from './NoticeLine.module.css';
import { useClient } from './client';

/** What was done, for eyes and for screen readers; its place is there at all times, so that it is read out. */
export function NoticeLine() {
  const { notices } = useClient();
  const notice = notices.shown.value;
  const undo = () => {
    notice?.undo?.();
    notices.drop();
  };
  return (
    <div class={styles.line} role="status">
      {notice && (
        <p class={styles.notice}>
          {notice.text}
          {notice.undo && <button onClick={undo}>{t.undo}</button>}
        </p>
      )}
    </div>
  );
}
