import type { ImportPreview } from '../../server/settings/people-files';
import styles from '../settings.module.css';
import { s } from '../words';

const MAX_SHOWN = 200;

/** The lines that are wrong, and that nothing is changed because of them. */
export function WrongLines({ errors }: { readonly errors: ImportPreview['errors'] }) {
  if (errors.length === 0) return null;
  return (
    <div class={styles.failure} role="alert">
      <p>{s.importRefused(errors.length)}</p>
      <ul>
        {errors.slice(0, MAX_SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {s.importLine(line)} <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
      {errors.length > MAX_SHOWN && <p>{s.andMore(errors.length - MAX_SHOWN)}</p>}
    </div>
  );
}
