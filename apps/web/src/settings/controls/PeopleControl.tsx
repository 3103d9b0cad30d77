import { useClient } from '../../app/client';
import { userName } from '../../app/names';
import { AddByName } from './AddByName';
import type { ControlProps } from './control-props';
import styles from '../settings.module.css';
import { s } from '../words';

/** People, one by one; each change is saved at once. */
export function PeopleControl({ setting, shown, describedBy, change }: ControlProps) {
  const { store } = useClient();
  const ids = shown as readonly number[];
  const isFixed = setting.reason !== null;
  return (
    <div class={styles.set} role="group" aria-label={setting.label} aria-describedby={describedBy}>
      <ul class={styles.chips} role="list">
        {ids.map((id) => (
          <li key={id} class={styles.chip}>
            <span dir="auto">{userName(store, id)}</span>
            {!isFixed && (
              <button
                type="button"
                aria-label={s.remove(userName(store, id))}
                onClick={() => change(ids.filter((one) => one !== id))}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isFixed && (
        <AddByName
          label={s.addPersonTo(setting.label)}
          onAdd={({ users }) => change([...new Set([...ids, ...users])])}
        />
      )}
    </div>
  );
}
