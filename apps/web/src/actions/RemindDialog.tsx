import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { localOf, suggestedTimes } from '../compose/suggested-times';
import { locale, t } from '../i18n';
import { nowMs } from '../store/clock';
import { DialogButtons, Dialog } from '../ui/Dialog';
import { wholeTimeOf } from '../ui/time';
import styles from './actions.module.css';
import { useFormRequest } from './form-request';
import { useUnsentInput } from './unsent-input';
import type { MessageDialogProps } from './props';

/** Asks when the user wants to be reminded of a message. */
export function RemindDialog({ message }: MessageDialogProps) {
  const { store, dialogs, notices, messageActions } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const times = suggestedTimes('', new Date(nowMs()), locale);
  const [when, setWhen] = useState(() => localOf(new Date(times[0]!.at * 1000)));
  const note = useUnsentInput(`remind ${message.id}`, '');
  const close = () => dialogs.close();
  const at = Math.floor(Date.parse(when) / 1000);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(
      () => messageActions.remind(message.id, at, note.value),
      () => {
        note.forget();
        close();
        notices.say(t.reminded(wholeTimeOf(at)));
      },
    );
  };
  return (
    <Dialog title={t.remindMe} onClose={close}>
      <form class={styles.form} onSubmit={onSubmit}>
        <div class={styles.times}>
          {times.map(({ name, at: time }) => (
            <button key={name} type="button" onClick={() => setWhen(localOf(new Date(time * 1000)))}>
              {name}
            </button>
          ))}
        </div>
        <label class={styles.field}>
          {t.remindAt}
          <input
            type="datetime-local"
            required
            min={localOf(new Date(nowMs()))}
            value={when}
            onInput={({ currentTarget }) => setWhen(currentTarget.value)}
          />
        </label>
        <label class={styles.field}>
          {t.note}
          <input
            type="text"
            dir="auto"
            maxLength={store.organization.get('max_reminder_note_length')}
            value={note.value}
            onInput={({ currentTarget }) => note.set(currentTarget.value)}
          />
        </label>
        <DialogButtons confirm={t.remindMe} isDisabled={isUnderWay || !(at > 0)} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
