import type { SearchWords } from './search-words';
import { BLOCK_BITS, blockMark, WordWindow } from './word-window';
import type { Bindings } from '../bindings.sql';

/**
 * How words are looked for. `Searches.prepare(written)` makes the `SearchWords`, once a request and before its query;
 * they are in the `search` conditions of a resolved narrow. Besides its words each message has marks in the index: of its
 * channel, or that it is direct, and of the blocks of ids that it is in. No word looks like a mark.
 */

export const channelMark = (channelId: number | string): string => `#${channelId}`;
export const DIRECT_MARK = '@';

/** The marks of a message, as a `tsvector`; `place` is its first mark. */
export const marks = (id: string, place: string): string => {
  const blocks = BLOCK_BITS.map((bits, level) => `'${blockMark(level, 0).slice(0, -1)}' || (${id} >> ${bits})`);
  return `array_to_tsvector(ARRAY[${[place, ...blocks].join(', ')}])`;
};

/** Whether the message `m` has the words: true or false. For single messages; pages are found by `wordHits`. */
export function searchCondition({ words }: { readonly words: SearchWords }, bindings: Bindings): string {
  if (words.query === null) return 'false';
  const query = bindings.add(words.query, 'text');
  const isFound = `EXISTS (SELECT FROM message_search hit WHERE hit.message_id = m.id AND hit.words @@ ${query}::tsquery)`;
  return [isFound, isSettled('m.id'), ...phrasesOf(words, bindings)].join(' AND ');
}

/**
 * The messages in a window that have the words, and the mark of a place (null: everywhere): `all` is to become the
 * relation `hits` (id), `from` has their messages `m`, of which those that `are` really have the words.
 */
export function wordHits(
  words: SearchWords,
  { from, below, marks: blocks }: WordWindow,
  place: string | null,
  bindings: Bindings,
): { all: string; from: string; are: string } {
  const lists = [
    `(${words.query})`,
    ...(blocks ? [`(${blocks.map(quoted).join(' | ')})`] : []),
    ...(place ? [quoted(place)] : []),
  ];
  const query = bindings.add(lists.join(' & '), 'text');
  // The sum keeps the index of ids out: the words leave fewer.
  const all = `SELECT hit.message_id AS id FROM message_search hit WHERE hit.words @@ ${query}::tsquery
    AND hit.message_id + 0 >= ${bindings.add(from, 'bigint')} AND hit.message_id + 0 < ${bindings.add(below, 'bigint')}`;
  return {
    all,
    from: 'hits own JOIN message m ON m.id = own.id',
    are: [isSettled('m.id'), ...phrasesOf(words, bindings)].join(' AND '),
  };
}

const quoted = (mark: string): string => `'${mark}'`;

/** Messages that have changed since their words were collected do not have those words for sure. */
const isSettled = (id: string): string => `NOT EXISTS (SELECT FROM search_due due WHERE due.message_id = ${id})`;

const phrasesOf = ({ phrases }: SearchWords, bindings: Bindings): string[] =>
  phrases.map((phrase) => {
    const pattern = bindings.add(`%${phrase.replace(/[\\%_]/g, '\\$&')}%`, 'text');
    return `(m.content ILIKE ${pattern} OR m.topic ILIKE ${pattern})`;
  });
