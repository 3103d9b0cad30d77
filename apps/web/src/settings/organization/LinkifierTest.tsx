import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { Html } from '../../ui/Html';
import { useLoaded } from '../loading';
import styles from '../settings.module.css';
import { s } from '../words';

/** The server is asked when typing pauses for this long. */
const PAUSE_MS = 300;

/** Shows what the server makes of a text now, by all linkifiers. */
export function LinkifierTest() {
  const { store, writing } = useClient();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const rules = JSON.stringify(store.lists.get('realm_linkifiers'));
  const { value: html } = useLoaded(async () => (asked === '' ? '' : writing.render(asked)), `${asked} ${rules}`);
  return (
    <div class={styles.form}>
      <label>
        {s.tryText}
        <input
          dir="auto"
          maxLength={1_000}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <section aria-label={s.tryResult} aria-live="polite">
        {html !== null && html !== '' && <Html html={html} />}
      </section>
    </div>
  );
}
