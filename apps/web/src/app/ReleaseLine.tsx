import { t } from '../i18n';
import styles from './App.module.css';
import { useClient } from './client';

/** Offers a newer client. What was written is kept as drafts. */
export function ReleaseLine() {
  const { isOutdated } = useClient();
  return (
    <div role="status">
      {isOutdated.value && (
        <p class={styles.release}>
          {t.newRelease}
          <button onClick={() => location.reload()}>{t.reload}</button>
        </p>
      )}
    </div>
  );
}
