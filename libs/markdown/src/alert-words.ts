/** Words of many users, prepared for one look at each text. Made once by {@link alertWordIndex}. */
export interface AlertWordIndex {
  readonly root: TrieNode;
}

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  readonly userIds: number[];
}

const LETTER = /[\p{L}\p{N}\p{M}_]/u;

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
 * Users of whom a word occurs in a text as it was written, also in code. A word counts when no letter or digit stands
 * directly before or behind it.
 */
export function findAlertWords(text: string, { root }: AlertWordIndex): Set<number> {
  const found = new Set<number>();
  if (root.next.size === 0) return found;
  const characters = [...text.toLowerCase()];
  let begins = true;
  for (let start = 0; start < characters.length; start++) {
    if (begins) collect(characters, start, root, found);
    begins = !LETTER.test(characters[start]);
  }
  return found;
}

function collect(characters: readonly string[], start: number, root: TrieNode, found: Set<number>): void {
  let node: TrieNode | undefined = root;
  for (let at = start; node; at++) {
    if (node.userIds.length > 0 && (at === characters.length || !LETTER.test(characters[at]))) {
      for (const userId of node.userIds) found.add(userId);
    }
    node = at < characters.length ? node.next.get(characters[at]) : undefined;
  }
}
