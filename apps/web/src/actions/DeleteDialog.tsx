import { useClient } from '../app/client';
import { t } from '../i18n';
import { Answers, Dialog } from '../ui/Dialog';
import { Html } from '../ui/Html';
import styles from './actions.module.css';
import { useAsking } from './asking';
import type { MessageDialogProps } from './props';

/** Asks before a message is deleted. */
export function DeleteDialog({ message }: MessageDialogProps) {
  const { dialogs, messageActions } = useClient();
  const { failure, isUnderWay, ask } = useAsking();
  const close = () => dialogs.close();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(() => messageActions.remove(message.id), close);
  };
  return (
    <Dialog title={t.deleteMessage} onClose={close}>
      <div class={styles.excerpt}>
        <Html html={message.content} />
      </div>
      <p>{t.reallyDelete}</p>
      <form onSubmit={onSubmit}>
        <Answers confirm={t.delete} isDangerous isDisabled={isUnderWay} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
