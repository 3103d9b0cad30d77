import { useClient } from '../app/client';
import { t } from '../i18n';
import type { Narrow } from '../links/narrow';
import { isSearch, wordsOfNarrow } from '../search/terms';
import styles from './Timeline.module.css';

/** In place of the messages of a narrow that has none: of a search, what was looked for and what limited it. */
export function NoMessages({ narrow }: { readonly narrow: Narrow }) {
  const { store } = useClient();
  if (!isSearch(narrow, store.me)) return <div class={styles.note}>{t.noMessages}</div>;
  const isWords = ({ operator }: Narrow[number]): boolean => operator === 'search';
  const limits = narrow.filter((term) => !isWords(term));
  const words = wordsOfNarrow(store, narrow.filter(isWords));
  return (
    <div class={styles.note}>
      <p>{t.nothingFound}</p>
      {words !== '' && <p dir="auto">{t.searchedFor(words)}</p>}
      {limits.length > 0 && (
        <>
          <p>{words === '' ? t.searchedIn : t.searchedOnly}</p>
          <ul role="list">
            {limits.map((term) => (
              <li key={JSON.stringify(term)} dir="auto">
                {wordsOfNarrow(store, [term])}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
