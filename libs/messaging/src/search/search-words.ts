/** What a search looks for. */
export interface SearchWords {
  /** In the language of the index: what stands in it for the words. */
  readonly language: string;
  readonly lexemes: readonly string[];
  /** The words, in the syntax of `tsquery`; null: no word is left without those that everybody uses. */
  readonly query: string | null;
  /** What must stand somewhere just so, whatever its case. */
  readonly phrases: readonly string[];
}

/** A part of what somebody typed: words that stand together, or a phrase in double quotes. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly phrase: string | null;
}

/** A word of a text, and where it stands there, in UTF-16 units. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** More of them nobody types; what is pasted is found by its first ones. */
export const MOST_WORDS = 100;
/** Phrases are looked for in every message that has their words. */
export const MOST_PHRASES = 10;
/** Of longer ones only the beginning counts. */
const LONGEST_WORD = 100;

/** Writing without spaces between words: there each character is a word, and what stands together is found together. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const WORD = new RegExp(`(?=[\\p{L}\\p{N}])(?:[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+)`, 'gu');

/** The words of a plain text, each in the one form that words are compared in. */
export function* wordsIn(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    yield { word: folded(match[0]), start: match.index, end: match.index + match[0].length };
  }
}

const folded = (word: string): string => word.normalize('NFKC').toLowerCase().slice(0, LONGEST_WORD);

/** In their order, at most as many words and phrases as are looked for. */
export function searchTerms(written: string): SearchTerm[] {
  let words = 0;
  let phrases = 0;
  const terms: SearchTerm[] = [];
  for (const [part, quoted] of written.matchAll(/"([^"]+)"|\S+/g)) {
    const found = Array.from(wordsIn(part), ({ word }) => word).slice(0, MOST_WORDS - words);
    words += found.length;
    const phrase = quoted?.trim() && phrases < MOST_PHRASES ? quoted.trim() : null;
    if (phrase !== null) phrases++;
    if (found.length > 0 || phrase !== null) terms.push({ words: found, phrase });
  }
  return terms;
}

/**
 * The query for the terms, where `lexemesOf` knows what stands for a word in the index; none for words that everybody
 * uses. Words of one term stand in the text one behind the other, those of a phrase anywhere: its letters decide.
 */
export function queryOf(terms: readonly SearchTerm[], lexemesOf: (word: string) => readonly string[]): string | null {
  const parts = terms.flatMap(({ words, phrase }) => {
    if (phrase !== null) return words.flatMap(lexemesOf).map(quote);
    return chain(words.map(lexemesOf));
  });
  return parts.length === 0 ? null : [...new Set(parts)].join(' & ');
}

function chain(words: readonly (readonly string[])[]): string[] {
  if (words.some((lexemes) => lexemes.length > 1)) return words.flat().map(quote);
  let query = '';
  let distance = 0;
  for (const [lexeme] of words) {
    distance++;
    if (lexeme === undefined) continue;
    query = query === '' ? quote(lexeme) : `${query} <${distance}> ${quote(lexeme)}`;
    distance = 0;
  }
  return query === '' ? [] : [query.includes('<') ? `(${query})` : query];
}

const quote = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
