import { useClient } from '../../app/client';
import { CreationForm } from '../organization/CreationForm';
import { RemovableRow } from '../organization/RemovableRow';
import styles from '../settings.module.css';
import { s } from '../words';

const MAX_LETTERS = 100;

/** Words whose messages count as mentions. */
export function AlertWords() {
  const { store, settings } = useClient();
  const words = [...store.lists.get('alert_words')].sort((one, other) => one.localeCompare(other));
  return (
    <>
      <p>{s.alertWordHelp}</p>
      <CreationForm
        fields={[{ key: 'word', label: s.alertWord, most: MAX_LETTERS }]}
        button={s.add}
        reason={null}
        create={({ word }) => settings.addAlertWord(word!.trim())}
      />
      {words.length === 0 && <p>{s.noAlertWords}</p>}
      <ul class={styles.list} role="list">
        {words.map((word) => (
          <RemovableRow
            key={word}
            name={word}
            about=""
            remove={() => settings.removeAlertWord(word)}
            undo={() => settings.addAlertWord(word)}
          />
        ))}
      </ul>
    </>
  );
}
