import type { ControlProps } from './control-props';
import styles from '../settings.module.css';

/** As the snapshot has them, or as the user has just chosen. */
type Methods = Readonly<Record<string, boolean | { readonly enabled: boolean; readonly available: boolean }>>;

/** Ways to log in, each on or off. Those that the server does not offer are not shown. */
export function MethodsControl({ setting, shown, describedBy, change }: ControlProps) {
  const methods = Object.entries((shown ?? {}) as Methods).flatMap(([name, method]) => {
    if (typeof method === 'boolean') return [{ name, isOn: method }];
    return method.available ? [{ name, isOn: method.enabled }] : [];
  });
  const turn = (turned: string, isTurnedOn: boolean) =>
    change(Object.fromEntries(methods.map(({ name, isOn }) => [name, name === turned ? isTurnedOn : isOn])));
  return (
    <ul id={setting.id} class={styles.list} role="list">
      {methods.map(({ name, isOn }) => (
        <li key={name}>
          <label class={styles.switch}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={setting.reason !== null}
              aria-describedby={describedBy}
              onChange={({ currentTarget }) => turn(name, currentTarget.checked)}
            />
            {name}
          </label>
        </li>
      ))}
    </ul>
  );
}
