/** Words of many users, prepared for one look at a text. Made once by {@link alertWordIndex}. */
export interface AlertWordIndex {
  readonly root: TrieNode;
}

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  readonly userIds: number[];
}

const LETTER = /[\p{L}\p{N}\p{M}_]/u;
const BLANK = /\s/u;

/** Users are looked up by the first characters of their alert words, at most this many. */
export const ALERT_WORD_START = 8;

/**
 * The starts that alert words in a text can have: their number grows with the text, not with the words. Which words the
 * text really contains is for {@link findAlertWords}.
 */
export function alertWordStarts(text: string): Set<string> {
  const starts = new Set<string>();
  const characters = [...text.toLowerCase()];
  let begins = true;
  for (const [start, character] of characters.entries()) {
    // No word begins with a blank.
    if (begins && !BLANK.test(character)) addStarts(characters, start, starts);
    begins = !LETTER.test(character);
  }
  return starts;
}

function addStarts(characters: readonly string[], start: number, starts: Set<string>): void {
  let text = '';
  for (let at = start; at < characters.length && at < start + ALERT_WORD_START; at++) {
    text += characters[at];
    const isWhole = at + 1 === start + ALERT_WORD_START;
    const next = characters[at + 1];
    const mayEnd = next === undefined || !LETTER.test(next);
    if (isWhole || mayEnd) starts.add(text);
  }
}

/** An index over alert words; case does not matter. */
export function alertWordIndex(entries: Iterable<{ userId: number; word: string }>): AlertWordIndex {
  const root: TrieNode = { next: new Map(), userIds: [] };
  for (const { userId, word } of entries) {
    let node = root;
    for (const character of word.trim().toLowerCase()) {
      const next = node.next.get(character) ?? { next: new Map(), userIds: [] };
      node.next.set(character, next);
      node = next;
    }
    if (node !== root) node.userIds.push(userId);
  }
  return { root };
}

/**
 * Users with an alert word in the source text, including code. A word must not directly follow or precede a letter or
 * digit.
 */
export function findAlertWords(text: string, { root }: AlertWordIndex): Set<number> {
  const found = new Set<number>();
  if (root.next.size === 0) return found;
  const characters = [...text.toLowerCase()];
  let begins = true;
  for (const [start, character] of characters.entries()) {
    if (begins) collect(characters, start, root, found);
    begins = !LETTER.test(character);
  }
  return found;
}

function collect(characters: readonly string[], start: number, root: TrieNode, found: Set<number>): void {
  let node: TrieNode | undefined = root;
  for (let at = start; node; at++) {
    const character = characters[at];
    if (node.userIds.length > 0 && (character === undefined || !LETTER.test(character))) {
      for (const userId of node.userIds) found.add(userId);
    }
    node = character === undefined ? undefined : node.next.get(character);
  }
}
