import { linkOf, referenceOf } from './references';
import { isTag, Piece, Tag, textOf } from './tree';
import { isSign } from './word-lists';

const BOLD = '**';
const ITALIC = '*';
const STRIKE = '~~';

const MARKS: Readonly<Record<string, string>> = {
  ...{ strong: BOLD, b: BOLD, em: ITALIC, i: ITALIC },
  ...{ del: STRIKE, s: STRIKE, strike: STRIKE },
};
const SEMIBOLD = 600;

/** Elements without words that a reader sees. */
const UNSEEN = new Set(
  'script style template head title meta link button select textarea input noscript svg'.split(' '),
);

export const isSeen = (tag: Tag): boolean =>
  !UNSEEN.has(tag.name) &&
  !/\bcode-tools\b/.test(tag.attributes.class ?? '') &&
  !('hidden' in tag.attributes) &&
  !isSign(tag);

/** The marks of an element, by its name and by its style, as programs for texts write it. */
export function marksOf({ name, attributes }: Tag): string[] {
  const style = attributes.style ?? '';
  const weight = /font-weight:\s*(\w+)/.exec(style)?.[1];
  const isBold = weight === undefined ? MARKS[name] === BOLD : weight === 'bold' || Number(weight) >= SEMIBOLD;
  const isItalic = /font-style:\s*italic/.test(style) || MARKS[name] === ITALIC;
  const isStruck = /text-decoration[^;]*line-through/.test(style) || MARKS[name] === STRIKE;
  return [isBold ? BOLD : '', isItalic ? ITALIC : '', isStruck ? STRIKE : ''].filter(Boolean);
}

/** Words of a paragraph, with their marks. */
export const inlineOf = (pieces: readonly Piece[]): string =>
  written(pieces, [])
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .trim();

/** @param within marks that are open already */
function written(pieces: readonly Piece[], within: readonly string[]): string {
  return pieces
    .map((piece) => (isTag(piece) ? writtenTag(piece, within) : piece.replace(/[ \t\r\n\f]+/g, ' ')))
    .join('');
}

function writtenTag(tag: Tag, within: readonly string[]): string {
  if (!isSeen(tag)) return '';
  if (tag.name === 'br') return '\n';
  const reference = referenceOf(tag);
  if (reference !== null) return reference;
  if (['code', 'tt', 'kbd', 'samp'].includes(tag.name)) return codeOf(textOf(tag));
  const marks = marksOf(tag).filter((mark) => !within.includes(mark));
  const inside = written(tag.children, [...within, ...marks]);
  const linked = tag.name === 'a' ? linkOf(tag, inside) : inside;
  return marks.reduceRight((words, mark) => marked(mark, words), linked);
}

/** A mark ends with its line, and stands at words. */
function marked(mark: string, words: string): string {
  return words
    .split('\n')
    .map((line) =>
      line.replace(/^(\s*)(\S|\S.*\S)(\s*)$/, (_, before, inside, behind) => before + mark + inside + mark + behind),
    )
    .join('\n');
}

function codeOf(code: string): string {
  const words = code.replace(/\n/g, ' ');
  const runs = Array.from(words.matchAll(/`+/g), ([run]) => run.length);
  const longest = Math.max(0, ...runs);
  const fence = '`'.repeat(longest === 0 ? 1 : longest + 1);
  return words.trim() === '' ? words : fence + words + fence;
}
