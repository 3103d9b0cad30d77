import { t } from '../i18n';
import { Icon } from '../ui/icons';
import styles from './Compose.module.css';
import type { RunningUpload } from './uploads';

/** The files that are on their way, and those that did not arrive. */
export const UploadList = ({ running }: { readonly running: readonly RunningUpload[] }) => (
  <ul class={styles.uploads} role="list">
    {running.map(({ key, name, part, failure, cancel }) => (
      <li key={key} class={styles.upload} role={failure === null ? undefined : 'alert'}>
        <span class={styles.fileName} dir="auto">
          {name}
        </span>
        {failure === null ? (
          <progress max={1} value={part} aria-label={t.uploading(name)} />
        ) : (
          <span class={styles.failure}>
            {t.notUploaded} {failure}
          </span>
        )}
        <button type="button" class={styles.tool} aria-label={t.cancelUpload(name)} onClick={cancel}>
          <Icon name="close" />
        </button>
      </li>
    ))}
  </ul>
);
