import { useClient } from '../app/client';
import { userName } from '../app/names';
import { t } from '../i18n';
import { DialogButtons, Dialog } from '../ui/Dialog';
import { Html } from '../ui/Html';
import { wholeTimeOf } from '../ui/time';
import styles from './actions.module.css';
import { useFormRequest } from './form-request';
import type { MessageDialogProps } from './props';

/** Asks before a message is deleted. */
export function DeleteDialog({ message }: MessageDialogProps) {
  const { store, dialogs, messageActions } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const close = () => dialogs.close();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(() => messageActions.remove(message.id), close);
  };
  return (
    <Dialog title={t.deleteMessage} onClose={close}>
      <div class={styles.excerpt}>
        <p dir="auto">
          {userName(store, message.sender_id)} · <time>{wholeTimeOf(message.timestamp)}</time>
        </p>
        <Html html={message.content} />
      </div>
      <p>{t.reallyDelete}</p>
      <form onSubmit={onSubmit}>
        <DialogButtons
          confirm={t.delete}
          isDangerous
          isFirst
          isDisabled={isUnderWay}
          failure={failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
