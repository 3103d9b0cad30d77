import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s } from '../words';

const MOST_LETTERS = 100;

/** Words whose messages count as mentions. */
export function AlertWords() {
  const { store, settings } = useClient();
  const { failure, run } = useAction();
  const [word, setWord] = useState('');
  const words = [...store.lists.get('alert_words')].sort((one, other) => one.localeCompare(other));
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (word.trim() === '') return;
    void run(settings.addAlertWord(word.trim())).then((isDone) => isDone && setWord(''));
  };
  const remove = (gone: string) =>
    void run(settings.removeAlertWord(gone), s.saved, () => void run(settings.addAlertWord(gone)));
  return (
    <>
      <p>{s.alertWordHelp}</p>
      <form class={styles.form} onSubmit={onSubmit}>
        <label>
          {s.alertWord}
          <input
            maxLength={MOST_LETTERS}
            dir="auto"
            value={word}
            onInput={({ currentTarget }) => setWord(currentTarget.value)}
          />
        </label>
        <Failure text={failure} />
        <div>
          <button class={styles.button}>{s.add}</button>
        </div>
      </form>
      {words.length === 0 && <p>{s.noAlertWords}</p>}
      <ul class={styles.list} role="list">
        {words.map((one) => (
          <li key={one} class={styles.item}>
            <span class={styles.about} dir="auto">
              {one}
            </span>
            <button class={styles.button} aria-label={s.remove(one)} onClick={() => remove(one)}>
              {s.removeShort}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
