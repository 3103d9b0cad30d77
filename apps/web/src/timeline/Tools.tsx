import { useClient } from '../app/client';
import { t } from '../i18n';
import type { KnownMessage } from '../store/messages';
import { Icon } from '../ui/icons';
import styles from './MessageRow.module.css';

/** What can be done with a message at once; the rest is in its menu. */
export function Tools({ message }: { readonly message: KnownMessage }) {
  const { store, reading } = useClient();
  const isStarred = message.flags.includes('starred');
  return (
    <div class={styles.tools}>
      <button
        class={styles.tool}
        aria-label={isStarred ? t.unstarMessage : t.starMessage}
        aria-pressed={isStarred}
        onClick={() => void reading.flag(store, [message.id], 'starred', !isStarred)}
      >
        <Icon name="star" />
      </button>
    </div>
  );
}
