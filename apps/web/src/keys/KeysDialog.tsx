import { useClient } from '../app/client';
import { t } from '../i18n';
import { Dialog } from '../ui/Dialog';
import { setSingleKeys, usesSingleKeys } from './keys';
import styles from './KeysDialog.module.css';
import { KEY_TABLE } from './table';

/** All keys, and whether letters alone are shortcuts. */
export function KeysDialog() {
  const { dialogs } = useClient();
  return (
    <Dialog title={t.keyboardShortcuts} onClose={() => dialogs.close()}>
      <label>
        <input
          type="checkbox"
          checked={usesSingleKeys.value}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />{' '}
        {t.singleKeys}
      </label>
      {KEY_TABLE.map(({ title, rows }) => (
        <table key={title} class={styles.table}>
          <caption>{title}</caption>
          <tbody>
            {rows.map(({ keys, words }) => (
              <tr key={keys.join()}>
                <th scope="row">{words}</th>
                <td>
                  {keys.map((key, at) => (
                    <>
                      {at > 0 && ' '}
                      <kbd>{key.replace(/[A-Z][a-z]+[A-Z]?[a-z]+$/, (name) => NAMES[name] ?? name)}</kbd>
                    </>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Dialog>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
};
