import { useClient } from '../app/client';
import { t } from '../i18n';
import { Dialog } from '../ui/Dialog';
import styles from './actions.module.css';
import { Answered, useAnswer } from './answer';
import type { MessageDialogProps } from './props';

/** The text of a message as it was written. */
export function SourceDialog({ message }: MessageDialogProps) {
  const { dialogs, messageActions } = useClient();
  const answer = useAnswer(() => messageActions.sourceOf(message.id));
  return (
    <Dialog title={t.viewSource} onClose={() => dialogs.close()}>
      <Answered answer={answer}>
        {(source) => (
          <pre class={styles.source} dir="auto" tabIndex={0}>
            {source}
          </pre>
        )}
      </Answered>
    </Dialog>
  );
}
