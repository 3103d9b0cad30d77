import { useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import styles from '../inbox/Inbox.module.css';
import { nowMs } from '../store/clock';
import { Html } from '../ui/Html';
import { useKeptFocus } from '../ui/kept-focus';
import { wholeTimeOf } from '../ui/time';
import { noteIn } from './note';
import own from './Waiting.module.css';

/** Of what the user wants to be reminded, the next one first. The text links to the message. */
export function ReminderList() {
  const { store, waiting, messageActions, notices } = useClient();
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  const known = [...store.lists.get('reminders')].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  const remove = async (reminder: (typeof known)[number]) => {
    const { reminder_target_message_id: messageId, scheduled_delivery_timestamp: at } = reminder;
    const refusal = await waiting.forgetReminder(reminder.reminder_id);
    if (refusal) return notices.fail(refusal.message || t.notReached);
    const undo = () =>
      void messageActions.remind(messageId, at, noteIn(reminder.content)).then((failed) => {
        if (failed) notices.fail(failed.message || t.notReached);
      });
    // One that could not be sent is of a time that has passed.
    notices.say(t.reminderDeleted, at * 1000 > nowMs() ? undo : null);
  };
  return (
    <div class={styles.page} tabIndex={0} role="group" aria-label={t.reminders} ref={page}>
      <div class={styles.column}>
        <h1 class={styles.title}>{t.reminders}</h1>
        {known.length === 0 && <p class={styles.empty}>{t.noReminders}</p>}
        <ul class={styles.list} role="list">
          {known.map((reminder) => (
            <li key={reminder.reminder_id} class={own.row}>
              <time>{wholeTimeOf(reminder.scheduled_delivery_timestamp)}</time>
              <Html html={reminder.rendered_content} />
              <button onClick={() => void remove(reminder)}>{t.deleteReminder}</button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
