import { escapeHtml } from '@app/kernel';
import type { Language } from './language';

/** HTML that is safe to send: made by `html` and `said` alone. Sentences are chosen when the reader's language is known. */
export class Markup {
  constructor(readonly textIn: (language: Language) => string) {}
}

export type Piece = Markup | string | number | null | false | undefined | readonly Piece[];

function rendered(piece: Piece, language: Language): string {
  if (piece instanceof Markup) return piece.textIn(language);
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return Array.isArray(piece) ? piece.map((one: Piece) => rendered(one, language)).join('') : '';
}

/** html`<p>${text}</p>`: texts are escaped, markup and lists are inserted, `null` and `false` give nothing. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Markup =>
  new Markup((language) =>
    strings.reduce((done, string, index) => done + rendered(pieces[index - 1], language) + string),
  );

/** Sentences of pages: the English ones are the keys. `{0}` stands for the first piece that is inserted. */
export type German = Readonly<Record<string, string>>;

const PLACES = /\{(\d)\}/;
const placesOf = (sentence: string): string => (sentence.match(/\{\d\}/g) ?? []).sort().join();

/** What has the words of a sentence, and something in its places, which are in order. */
function patternOf<Sentence extends string>(sentence: Sentence): { sentence: Sentence; pattern: RegExp } {
  const words = sentence.split(/\{\d\}/).map((part) => part.replace(/[^\p{L}\d ]/gu, '\\$&'));
  return { sentence, pattern: new RegExp(`^${words.join('(.+)')}$`, 's') };
}

/** What a context says on its pages. @throws Error for a sentence whose places differ between the languages */
export function wordsIn<Words extends German>(german: Words) {
  for (const [english, sentence] of Object.entries(german))
    if (placesOf(english) !== placesOf(sentence)) throw new Error(`Other places in German: ${english}`);

  /** A sentence in the reader's language, with pieces inserted as by `html`. */
  const said = (sentence: keyof Words & string, ...pieces: Piece[]): Markup =>
    new Markup((language) => {
      const parts = (language === 'de' ? german[sentence]! : sentence).split(PLACES);
      return parts.map((part, at) => rendered(at % 2 ? pieces[Number(part)] : part, language)).join('');
    });

  const isKnown = (text: string): text is keyof Words & string => Object.hasOwn(german, text);
  const patterns = Object.keys(german).filter(isKnown).filter(placesOf).map(patternOf);
  /** A text of another origin, such as an error's: translated where the words have it, and so what stands in its places. */
  function translated(text: string): Markup {
    if (isKnown(text)) return said(text);
    for (const { sentence, pattern } of patterns) {
      const [, ...pieces] = pattern.exec(text) ?? [];
      if (pieces.length > 0) return said(sentence, ...pieces.map(translated));
    }
    return html`${text}`;
  }

  return { said, translated };
}
