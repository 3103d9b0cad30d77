import { marksOf } from './inline';
import { find, hasClass, isTag, Piece, Tag, textOf } from './tree';
import { markOfWord } from './word-lists';

const FORMATS = new Set(
  'a blockquote code del em b h1 h2 h3 h4 h5 h6 hr i img li pre s strike strong table'.split(' '),
);
const REFERENCES = ['user-mention', 'user-group-mention', 'topic-mention', 'katex', 'emoji'];

/** Whether HTML has more than a plain text would have. Editors of code give each word a colour and say so. */
export function isFormatted(pieces: readonly Piece[]): boolean {
  return !pieces.some(isOfEditor) && find(pieces, hasFormat) !== undefined;
}

const isOfEditor = (piece: Piece): boolean =>
  isTag(piece) && piece.name !== 'pre' && /white-space:\s*pre\s*(?:;|$)/.test(piece.attributes.style ?? '');

function hasFormat(tag: Tag): boolean {
  if (tag.name === 'a') return tag.attributes.href !== textOf(tag);
  if (tag.name === 'b' || tag.name === 'i') return marksOf(tag).length > 0;
  if (markOfWord(tag) !== null) return true;
  return FORMATS.has(tag.name) || marksOf(tag).length > 0 || REFERENCES.some((name) => hasClass(tag, name));
}
