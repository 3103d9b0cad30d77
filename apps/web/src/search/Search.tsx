import { signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import type { Candidate } from '../compose/candidates';
import { useSuggestions } from '../compose/Suggestions';
import { t } from '../i18n';
import { operandOf } from '../links/narrow';
import styles from './Search.module.css';
import { suggestionsFor } from './suggesting';
import { isSearch, narrowOfWords, wordsOfNarrow } from './terms';

/** What was searched for in this page, the last first. It is kept nowhere. */
let searched: readonly string[] = [];
const MAX_SEARCHED = 5;

/** What is written in the field. */
const written = signal('');

export const searchField = (): HTMLInputElement | null => document.querySelector('[role=search] input');

/** Puts a whole search into the field, to be changed there. */
export function editSearch(words: string): void {
  const field = searchField();
  if (!field) return;
  written.value = words;
  // The caret goes behind it before the field is drawn again.
  field.value = words;
  field.focus();
  field.setSelectionRange(words.length, words.length);
}

/** Words and operators such as `sender:me`, with what could come next. It says what a view of found messages shows. */
export function Search() {
  const { router, store, topics } = useClient();
  const text = written.value;
  const [isAsked, setAsked] = useState(false);
  const place = router.place.value;
  // Before anything can be typed in the new view.
  useLayoutEffect(() => {
    const isShown = place.view === 'messages' && isSearch(place.narrow, store.me);
    written.value = isShown ? wordsOfNarrow(store, place.narrow) : '';
  }, [place]);
  const hadFocus = useRef(false);
  const close = () => setAsked(false);
  const search = (words = text) => {
    close();
    const narrow = narrowOfWords(store, words);
    if (narrow.length === 0) return;
    searched = [words.trim(), ...searched.filter((one) => one !== words.trim())].slice(0, MAX_SEARCHED);
    router.go({ view: 'messages', narrow }, store);
    document.getElementById('main')!.focus({ preventScroll: true }); // keys are for what was found
  };
  const choose = ({ key, insert }: Candidate) => {
    if (key === 'words' || text === '') return search(insert);
    written.value = insert;
  };
  const candidates = () =>
    text === '' ? searched.map((one) => ({ key: one, label: one, insert: one })) : suggestionsFor(store, topics, text);
  const suggestions = useSuggestions(isAsked ? candidates() : [], choose, close);
  const write = (words: string) => {
    written.value = words;
    setAsked(true);
    const channelId = operandOf(narrowOfWords(store, words), 'channel');
    if (typeof channelId === 'number') void topics.load(channelId).catch(() => undefined);
  };
  return (
    <form
      role="search"
      class={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <input
        class={styles.field}
        type="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        autocomplete="off"
        dir="auto"
        value={text}
        onBlur={close}
        onPointerDown={({ currentTarget }) => {
          hadFocus.current = document.activeElement === currentTarget;
        }}
        // A finger hits the middle of the terms: what is typed next comes behind them.
        onClick={({ currentTarget: field }) => {
          if (!hadFocus.current) field.setSelectionRange(field.value.length, field.value.length);
          setAsked(true);
        }}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          if (!suggestions.onKeyDown(event) && event.key === 'ArrowDown') setAsked(true);
        }}
        {...suggestions.attributes}
      />
      <div class={styles.below}>{suggestions.list}</div>
    </form>
  );
}
