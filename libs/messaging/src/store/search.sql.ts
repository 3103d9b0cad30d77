import type { SearchWords } from '../domain/search-words';
import type { Bindings } from './bindings';

/**
 * How words are looked for. `Searches.prepare(written)` makes the `SearchWords`, once a request and before its query;
 * they are in the `search` conditions of a resolved narrow.
 */

/** Whether the message `m` has the words: true or false. For single messages; few are found by `searchCandidates`. */
export function searchCondition({ words }: { readonly words: SearchWords }, bindings: Bindings): string {
  const { query } = words;
  if (query === null && words.phrases.length === 0) return 'false';
  const isFound =
    query === null
      ? []
      : [`EXISTS (SELECT FROM message_search hit WHERE hit.message_id = m.id AND ${matches(query, bindings)})`];
  return [...isFound, isSettled('m.id'), ...phrasesOf(words, bindings)].join(' AND ');
}

/**
 * The messages `m` that have the words, to be used in FROM instead of `message m`; the condition need not be asked of them
 * again. Null: there is no word that an index could find.
 */
export function searchCandidates({ words }: { readonly words: SearchWords }, bindings: Bindings): string | null {
  const { query } = words;
  if (query === null) return null;
  const conditions = [matches(query, bindings), isSettled('m.id'), ...phrasesOf(words, bindings)].join(' AND ');
  return `(SELECT m.* FROM message_search hit JOIN message m ON m.id = hit.message_id WHERE ${conditions}) m`;
}

const matches = (query: string, bindings: Bindings): string => `hit.words @@ ${bindings.add(query, 'text')}::tsquery`;

/** Messages that have changed since their words were collected do not have those words for sure. */
const isSettled = (id: string): string => `NOT EXISTS (SELECT FROM search_due due WHERE due.message_id = ${id})`;

const phrasesOf = ({ phrases }: SearchWords, bindings: Bindings): string[] =>
  phrases.map((phrase) => {
    const pattern = bindings.add(`%${phrase.replace(/[\\%_]/g, '\\$&')}%`, 'text');
    return `(m.content ILIKE ${pattern} OR m.topic ILIKE ${pattern})`;
  });
