import { useClient } from '../app/client';
import { t } from '../i18n';
import { Dialog } from '../ui/Dialog';
import styles from './actions.module.css';
import { Fetched, useFetched } from './fetched';
import type { MessageDialogProps } from './props';

/** The text of a message as it was written. */
export function SourceDialog({ message }: MessageDialogProps) {
  const { dialogs, messageActions } = useClient();
  const answer = useFetched(() => messageActions.sourceOf(message.id));
  return (
    <Dialog title={t.viewSource} onClose={() => dialogs.close()}>
      <Fetched answer={answer}>
        {(source) => (
          <pre class={styles.source} dir="auto" tabIndex={0}>
            {source}
          </pre>
        )}
      </Fetched>
    </Dialog>
  );
}
