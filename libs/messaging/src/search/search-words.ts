/** What a search looks for. */
export interface SearchWords {
  /** The language of the index, which determines the lexemes. */
  readonly language: string;
  readonly lexemes: readonly string[];
  /** The query in the syntax of `tsquery`; `null`: only stop words are left. */
  readonly query: string | null;
  /** Texts that must occur exactly, ignoring case. */
  readonly phrases: readonly string[];
}

/** A part of the search text: adjacent words, or a phrase in double quotes. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly phrase: string | null;
}

/** A word of a text with its position, in UTF-16 units. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The most words of a search. Of more, the first are used. */
export const MAX_WORDS = 100;
/** Phrases are looked for in every message that has their words. */
export const MAX_PHRASES = 10;
/** Of longer ones only the beginning counts. */
const LONGEST_WORD = 100;

/** Scripts without spaces between words. Each character is a word there, and adjacent ones are searched together. */
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
    const found = Array.from(wordsIn(part), ({ word }) => word).slice(0, MAX_WORDS - words);
    words += found.length;
    const phrase = quoted?.trim() && phrases < MAX_PHRASES ? quoted.trim() : null;
    if (phrase !== null) phrases++;
    if (found.length > 0 || phrase !== null) terms.push({ words: found, phrase });
  }
  return terms;
}

/**
 * The query for the terms. `lexemesOf` returns the lexemes of a word in the index, none for stop words. Words of one
 * term must be adjacent; those of a phrase may be anywhere, because its exact text is checked separately.
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
