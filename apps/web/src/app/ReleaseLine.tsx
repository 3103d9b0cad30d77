import { t } from '../i18n';
import styles from './App.module.css';
import { useClient } from './client';

/** Offers a newer client. What was written is kept as drafts. */
export function ReleaseLine() {
  const { isOutdated } = useClient();
  if (!isOutdated.value) return null;
  return (
    <p class={styles.release}>
      {t.newRelease}
      <button onClick={() => location.reload()}>{t.reload}</button>
    </p>
  );
}
