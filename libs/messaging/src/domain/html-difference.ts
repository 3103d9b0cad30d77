/** Which words of an HTML text are new, and which were there before. */

const TOKEN = /<(?:[^"'>]|"[^"]*"|'[^']*')*>|\s+|[^\s<]+|</g;

/** So many pairs of words are compared at most: beyond that, what differs at all is shown as replaced. */
const MOST_PAIRS = 4_000_000;

const isTag = (token: string): boolean => token.length > 1 && token.startsWith('<');

const span = (kind: 'inserted' | 'deleted', text: string): string =>
  text.trim() === '' ? text : `<span class="highlight_text_${kind}">${text}</span>`;

/**
 * The new HTML with what is new in it, and what is gone from it, marked. Tags are those of the new one; what is gone is
 * shown as text alone.
 */
export function htmlDifference(before: string, after: string): string {
  const old = wordsOf(before.match(TOKEN) ?? []);
  const tokens = after.match(TOKEN) ?? [];
  const words = wordsOf(tokens);
  const kept = commonOf(old, words);

  const marked: string[] = [];
  let [at, from] = [0, 0];
  const flush = (upTo: number): void => {
    const gone = old.slice(from, upTo).join('');
    if (gone.trim() !== '') marked.push(span('deleted', gone));
    from = upTo;
  };
  const pending: string[] = [];
  const pushNew = (): void => {
    if (pending.length > 0) marked.push(span('inserted', pending.splice(0).join('')));
  };
  for (const token of tokens) {
    if (isTag(token)) {
      pushNew();
      marked.push(token);
      continue;
    }
    const place = kept.get(at++);
    if (place === undefined) {
      pending.push(token);
      continue;
    }
    flush(place);
    pushNew();
    from = place + 1;
    marked.push(token);
  }
  pushNew();
  flush(old.length);
  return marked.join('');
}

const wordsOf = (tokens: readonly string[]): string[] => tokens.filter((token) => !isTag(token));

/** Longest common subsequence: by place in `words`, the place in `old`. */
function commonOf(old: readonly string[], words: readonly string[]): Map<number, number> {
  const kept = new Map<number, number>();
  let start = 0;
  while (start < old.length && start < words.length && old[start] === words[start]) kept.set(start, start++);
  let [oldEnd, end] = [old.length, words.length];
  while (oldEnd > start && end > start && old[oldEnd - 1] === words[end - 1]) kept.set(--end, --oldEnd);
  const [rows, columns] = [oldEnd - start, end - start];
  if (rows * columns > MOST_PAIRS) return kept;
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row][column] =
        old[start + row] === words[start + column]
          ? lengths[row + 1][column + 1] + 1
          : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (old[start + row] === words[start + column]) kept.set(start + column++, start + row++);
    else if (lengths[row + 1][column] >= lengths[row][column + 1]) row++;
    else column++;
  }
  return kept;
}
