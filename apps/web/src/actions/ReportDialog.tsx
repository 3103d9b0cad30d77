import { useClient } from '../app/client';
import { t } from '../i18n';
import type { ReportType } from '../server/message-actions';
import { DialogButtons, Dialog } from '../ui/Dialog';
import styles from './actions.module.css';
import { useFormRequest } from './form-request';
import { useUnsentInput } from './unsent-input';
import type { MessageDialogProps } from './props';

const TYPES: readonly ReportType[] = ['spam', 'harassment', 'inappropriate', 'norms', 'other'];
const isType = (value: string): value is ReportType => TYPES.some((type) => type === value);
const MAX_LETTERS = 1_000;

/** Tells the moderators about a message. */
export function ReportDialog({ message }: MessageDialogProps) {
  const { store, dialogs, notices, messageActions } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const written = useUnsentInput(`report ${message.id}`, { type: 'spam' as ReportType, words: '' });
  const { type, words } = written.value;
  const close = () => dialogs.close();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(
      () => messageActions.report(message.id, type, words),
      () => {
        written.forget();
        close();
        notices.say(t.reported);
      },
    );
  };
  return (
    <Dialog title={t.reportMessage} onClose={close}>
      <form class={styles.form} onSubmit={onSubmit}>
        <label class={styles.field}>
          {t.reportReason}
          <select
            aria-label={t.reportReason}
            value={type}
            onChange={({ currentTarget: { value } }) => isType(value) && written.set({ type: value, words })}
          >
            {store.organization.get('server_report_message_types').map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class={styles.field}>
          {t.reportWords}
          <textarea
            rows={3}
            dir="auto"
            maxLength={MAX_LETTERS}
            required={type === 'other'}
            value={words}
            onInput={({ currentTarget: { value } }) => written.set({ type, words: value })}
          />
        </label>
        <DialogButtons confirm={t.report} isDisabled={isUnderWay} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
