import { fenced } from './fences';
import { inlineOf, isSeen } from './inline';
import { withoutPreviews } from './previews';
import { sourceOf } from './references';
import { tableOf } from './tables';
import { find, findAll, hasClass, isTag, Piece, Tag } from './tree';
import { markOfWord } from './word-lists';

const BLOCKS = new Set(
  'address article aside blockquote body dd details div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

interface Block {
  readonly text: string;
  /** It stands directly below another such line. */
  readonly isLine: boolean;
}

/** HTML as the dialect writes it. */
export const markdownOf = (pieces: readonly Piece[]): string => blockText(withoutPreviews(pieces));

const blockText = (pieces: readonly Piece[]): string => joined(blocksOf(pieces));

function joined(blocks: readonly Block[]): string {
  return blocks.reduce((before, { text, isLine }, at) => {
    if (at === 0) return text;
    return `${before}${isLine && blocks[at - 1]!.isLine ? '\n' : '\n\n'}${text}`;
  }, '');
}

const isBlock = (tag: Tag): boolean => BLOCKS.has(tag.name) || hasClass(tag, 'katex-display');

const holdsBlocks = ({ children }: Tag): boolean => find(children, isBlock) !== undefined;

/** Words that stand side by side are a block of their own. */
function blocksOf(pieces: readonly Piece[]): Block[] {
  const blocks: Block[] = [];
  let words: Piece[] = [];
  const end = (): void => {
    blocks.push({ text: inlineOf(words), isLine: true });
    words = [];
  };
  for (const piece of pieces) {
    if (!isTag(piece) || !(isBlock(piece) || holdsBlocks(piece))) {
      words.push(piece);
      continue;
    }
    end();
    blocks.push(...blocksOfTag(piece));
  }
  end();
  return blocks.filter(({ text }) => text !== '');
}

function blocksOfTag(tag: Tag): Block[] {
  if (!isSeen(tag)) return [];
  const alone = (text: string): Block[] => [{ text, isLine: false }];
  if (hasClass(tag, 'spoiler-block')) return alone(spoilerOf(tag));
  if (hasClass(tag, 'katex-display')) return alone(fenced('math', sourceOf(tag)));
  if (hasClass(tag, 'codehilite')) return alone(codeOf(tag, tag.attributes['data-code-language'] ?? ''));
  if (/^h[1-6]$/.test(tag.name))
    return alone(unlessEmpty(lineOf(tag), (words) => `${'#'.repeat(Number(tag.name[1]))} ${words}`));
  switch (tag.name) {
    case 'p': {
      const mark = markOfWord(tag);
      const text = joined(blocksOf(tag.children));
      return mark === null ? alone(text) : [{ text: unlessEmpty(text, (words) => mark + words), isLine: true }];
    }
    case 'hr':
      return alone('---');
    case 'pre':
      return alone(codeOf(tag, languageOf(tag)));
    case 'blockquote':
      return alone(unlessEmpty(blockText(tag.children), quoted));
    case 'ul':
    case 'ol':
      return alone(listOf(tag));
    case 'table':
      return tableBlocks(tag);
    default:
      return blocksOf(tag.children);
  }
}

/** The items, each indented below its mark as the dialect has it. What is empty is not selected. */
function listOf(list: Tag): string {
  const first = Number(list.attributes.start ?? 1);
  return itemsIn(list)
    .map((item, at) => ({ words: itemOf(item), mark: list.name === 'ol' ? `${first + at}. ` : '- ' }))
    .filter(({ words }) => words !== '')
    .map(({ words, mark }) => mark + words.replace(/\n(?=[^\n])/g, '\n  '))
    .join('\n');
}

const isList = (piece: Piece): boolean => isTag(piece) && (piece.name === 'ul' || piece.name === 'ol');

/** Some programs write the list of an item behind it instead of in it. */
function itemsIn(list: Tag): (readonly Piece[])[] {
  const items: (readonly Piece[])[] = [];
  for (const child of list.children.filter(isTag)) {
    const last = items.at(-1);
    if (!isList(child)) items.push(child.children);
    else if (last) items[items.length - 1] = [...last, child];
    else items.push(...itemsIn(child));
  }
  return items;
}

/** A list directly below the words of an item belongs to them. */
function itemOf(children: readonly Piece[]): string {
  const at = children.findIndex(isList);
  if (at === -1) return blockText(children);
  const withList = [children.slice(0, at), [children[at]!]].map(blockText).filter(Boolean).join('\n');
  return [withList, blockText(children.slice(at + 1))].filter(Boolean).join('\n\n');
}

function tableBlocks(table: Tag): Block[] {
  const text = tableOf(table, holdsBlocks);
  return text === null ? blocksOf(table.children) : [{ text, isLine: false }];
}

function spoilerOf(block: Tag): string {
  const part = (name: string): readonly Piece[] => find(block.children, (tag) => hasClass(tag, name))?.children ?? [];
  const header = blockText(part('spoiler-header')).replaceAll('\n', ' ');
  const content = blockText(part('spoiler-content'));
  return unlessEmpty(header + content, () => fenced(`spoiler ${header}`.trim(), content));
}

/** A selection may end before the first letter of a block. */
const unlessEmpty = (words: string, write: (words: string) => string): string =>
  words.trim() === '' ? '' : write(words);

const quoted = (text: string): string => text.replace(/^(?=(.?))/gm, (_, next) => (next === '' ? '>' : '> '));

const lineOf = (tag: Tag): string => blockText(tag.children).replace(/\s*\n\s*/g, ' ');

const languageOf = (tag: Tag): string =>
  /\blang(?:uage)?-([\w+#.-]+)/.exec(
    [tag, ...findAll(tag.children, ({ name }) => name === 'code')].map(({ attributes }) => attributes.class).join(' '),
  )?.[1] ?? '';

function codeOf(tag: Tag, language: string): string {
  const seen = (piece: Piece): string =>
    !isTag(piece) ? piece : piece.name === 'br' ? '\n' : isSeen(piece) ? piece.children.map(seen).join('') : '';
  return unlessEmpty(seen(tag).replace(/\n$/, ''), (code) => fenced(language.toLowerCase(), code));
}
