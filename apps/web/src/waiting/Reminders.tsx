import { useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import styles from '../inbox/Inbox.module.css';
import { Html } from '../ui/Html';
import { useKeptFocus } from '../ui/kept-focus';
import { wholeTimeOf } from '../ui/time';
import own from './Waiting.module.css';

/** Of what the user wants to be reminded, the next one first. The text links to the message. */
export function ReminderList() {
  const { store, waiting, notices } = useClient();
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  const known = [...store.lists.get('reminders')].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  const remove = async (id: number) => {
    const refusal = await waiting.forgetReminder(id);
    if (refusal) notices.fail(refusal.message || t.notReached);
    else notices.say(t.reminderDeleted);
  };
  return (
    <div class={styles.page} tabIndex={0} role="group" aria-label={t.reminders} ref={page}>
      <div class={styles.column}>
        <h1 class={styles.title}>{t.reminders}</h1>
        {known.length === 0 && <p class={styles.empty}>{t.noReminders}</p>}
        <ul class={styles.list} role="list">
          {known.map(({ reminder_id: id, rendered_content, scheduled_delivery_timestamp: at }) => (
            <li key={id} class={own.row}>
              <time>{wholeTimeOf(at)}</time>
              <Html html={rendered_content} />
              <button onClick={() => void remove(id)}>{t.deleteReminder}</button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
