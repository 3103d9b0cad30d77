import type { ImportPreview } from '../../server/settings/people-files';
import styles from '../settings.module.css';
import { s } from '../words';
import { wordsOfChange } from './change-words';
import own from './imports.module.css';

type Action = ImportPreview['lines'][number]['action'];

const ACTIONS: readonly Action[] = ['create', 'update', 'deactivate', 'reactivate', 'none'];
/** So many lines are drawn; the counts are of all. */
const MAX_SHOWN = 200;

const wordOf = (action: Action): string =>
  ({
    create: s.importCreate,
    update: s.importUpdate,
    deactivate: s.importDeactivate,
    reactivate: s.importReactivate,
    none: s.importNone,
  })[action];

/** What each line of the file would do. */
export function PreviewTable({ preview: { lines } }: { readonly preview: ImportPreview }) {
  const counts = ACTIONS.map(
    (action) => [wordOf(action), lines.filter((line) => line.action === action).length] as const,
  );
  const said = counts.filter(([, count]) => count > 0).map(([word, count]) => `${word}: ${count}`);
  return (
    <>
      <p role="status">{said.join(', ')}</p>
      <div class={own.scroll} role="group" aria-label={s.importPreview} tabIndex={0}>
        <table class={own.table}>
          <caption>{s.importPreview}</caption>
          <thead>
            <tr>
              <th scope="col">{s.importLineTitle}</th>
              <th scope="col">{s.importEmail}</th>
              <th scope="col">{s.importAction}</th>
              <th scope="col">{s.importChanges}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MAX_SHOWN).map(({ line, email, action, changes }) => (
              <tr key={line}>
                <td>{line}</td>
                <td dir="auto">{email}</td>
                <td>{wordOf(action)}</td>
                <td dir="auto">{changes.map(wordsOfChange).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MAX_SHOWN && <p class={styles.about}>{s.andMore(lines.length - MAX_SHOWN)}</p>}
    </>
  );
}
