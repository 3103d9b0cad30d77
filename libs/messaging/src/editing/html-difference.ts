/** The tokens of HTML: tags, white space, words, and single brackets. */

const TOKEN = /<(?:[^"'>]|"[^"]*"|'[^']*')*>|\s+|[^\s<]+|</g;

/** The most compared pairs of words. Beyond that, the whole differing part is shown as replaced. */
const MAX_PAIRS = 4_000_000;

const isTag = (token: string): boolean => token.length > 1 && token.startsWith('<');

const span = (kind: 'inserted' | 'deleted', text: string): string =>
  text.trim() === '' ? text : `<span class="highlight_text_${kind}">${text}</span>`;

/**
 * The new HTML with marks for added and removed text. Tags are those of the new HTML. Removed text is shown without
 * tags, after the word that it followed.
 */
export function htmlDifference(before: string, after: string): string {
  const old = wordsOf(before.match(TOKEN) ?? []);
  const tokens = after.match(TOKEN) ?? [];
  const words = wordsOf(tokens);
  const kept = commonOf(old, words);
  const gone = goneBehind(old, words.length, kept);
  if (words.length === 0) return after + (gone[0] === '' ? '' : `<p>${gone[0]}</p>`);

  const marked: string[] = [];
  const added: string[] = [];
  const pushAdded = (): void => {
    if (added.length > 0) marked.push(span('inserted', added.splice(0).join('')));
  };
  let at = 0;
  for (const token of tokens) {
    if (isTag(token)) {
      pushAdded();
      marked.push(token);
      continue;
    }
    if (at === 0) marked.push(gone[0]!);
    if (kept.has(at)) {
      pushAdded();
      marked.push(token);
    } else {
      added.push(token);
    }
    marked.push(gone[++at]!);
  }
  pushAdded();
  return marked.join('');
}

/** The removed text with marks, by the number of preceding words of the new text. */
function goneBehind(old: readonly string[], words: number, kept: ReadonlyMap<number, number>): string[] {
  const gone = Array.from({ length: words + 1 }, () => '');
  const places = [...kept].sort(([one], [other]) => one - other);
  for (const [index, [place, from]] of [[-1, -1] as [number, number], ...places].entries()) {
    const upTo = places[index]?.[1] ?? old.length;
    const text = old.slice(from + 1, upTo).join('');
    if (text.trim() !== '') gone[place + 1] = span('deleted', text);
  }
  return gone;
}

const wordsOf = (tokens: readonly string[]): string[] => tokens.filter((token) => !isTag(token));

/** The longest common subsequence: the index in `old` for an index in `words`. */
function commonOf(old: readonly string[], words: readonly string[]): Map<number, number> {
  const kept = new Map<number, number>();
  let start = 0;
  while (start < old.length && start < words.length && old[start] === words[start]) kept.set(start, start++);
  let [oldEnd, end] = [old.length, words.length];
  while (oldEnd > start && end > start && old[oldEnd - 1] === words[end - 1]) kept.set(--end, --oldEnd);
  const [rows, columns] = [oldEnd - start, end - start];
  if (rows * columns > MAX_PAIRS) return kept;
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const lengthAt = (row: number, column: number): number => lengths[row]![column]!;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row]![column] =
        old[start + row] === words[start + column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (old[start + row] === words[start + column]) kept.set(start + column++, start + row++);
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row++;
    else column++;
  }
  return kept;
}
