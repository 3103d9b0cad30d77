import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { channelName, topicName, userName } from '../app/names';
import { t } from '../i18n';
import type { Narrow, Term } from '../links/narrow';
import type { Store } from '../store/store';
import { Icon } from '../ui/icons';
import { editSearch, searchField } from './Search';
import styles from './SearchTerms.module.css';
import { isSearch, piecesOf, wordsOfNarrow } from './terms';

/** The terms of a search, to be taken away one by one, or to be changed in the search field. */
export function SearchTerms({ narrow }: { readonly narrow: Narrow }) {
  const { router, store } = useClient();
  const list = useRef<HTMLUListElement>(null);
  /** The place of the term that was removed. */
  const removed = useRef<number | null>(null);
  // Before anything can be pressed: the next term has the focus, or the last one.
  useLayoutEffect(() => {
    if (removed.current === null) return;
    const rows = list.current!.children;
    const row = rows[Math.min(removed.current, rows.length - 1)];
    row?.querySelector<HTMLElement>('button:last-child')?.focus();
    removed.current = null;
  }, [narrow]);
  const remove = (rest: Narrow, at: number) => {
    if (isSearch(rest, store.me)) removed.current = at;
    else searchField()?.focus(); // no terms are shown there
    router.go({ view: 'messages', narrow: rest }, store);
  };
  return (
    <ul ref={list} class={styles.terms} role="list" aria-label={t.searchTerms}>
      {piecesOf(store, narrow).map(({ term, rest }, at) => {
        const [head, names] = [headOf(term), namesOf(store, term)];
        const name = t.removeTerm(`${head}${names.join(', ')}`);
        return (
          <li key={at} class={styles.term}>
            <button class={styles.text} title={t.editSearch} onClick={() => editSearch(wordsOfNarrow(store, narrow))}>
              {head}
              {names.map((one, index) => (
                <Fragment key={index}>
                  {index > 0 && ', '}
                  <bdi>{one}</bdi>
                </Fragment>
              ))}
            </button>
            <button class={styles.remove} aria-label={name} title={name} onClick={() => remove(rest, at)}>
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const headOf = ({ operator, negated }: Term): string =>
  `${negated ? `${t.searchNot} ` : ''}${operator === 'search' ? '' : `${operator}: `}`;

/** What the operand is called in views; several users have a name each. */
function namesOf(store: Store, { operator, operand }: Term): string[] {
  if (typeof operand === 'object') return operand.map((id) => userName(store, id));
  if (operator === 'channel' && typeof operand === 'number') return [channelName(store, operand)];
  return [operator === 'topic' ? topicName(String(operand)) : String(operand)];
}
