/** A tag, a piece of text, or a single bracket. Values of attributes contain no `<` or `>`. */
const TOKEN = /<(\/?)([a-z][a-z\d]*)([^<>]*)>|[^<]+|</g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const LARGEST_CODE_POINT = 0x10ffff;

const VOID = new Set(['br', 'img', 'hr', 'input', 'source', 'wbr']);
const BLOCKS = new Set([
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'pre',
  'tr',
  'table',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);
/** Elements that plain text leaves out: pictures, previews, and the content of spoilers. */
const HIDDEN = /\b(?:spoiler-content|message_inline_image|message_inline_video|message_embed|katex-html)\b/;

/** Completes the text of an element at its end. */
type Closing = (text: string) => string;
interface Open {
  readonly name: string;
  readonly close: Closing | null;
  readonly text: string[];
}

const quoted: Closing = (text) => `\n${lines(text).replace(/^/gm, '> ')}\n`;
const spoilerHead: Closing = (text) => `\n${text.trim() || 'Spoiler'} (…)\n`;
const nothing: Closing = () => '';
const listItem: Closing = (text) => `\n- ${text.trim()}\n`;
const cell: Closing = (text) => `${text.trim()}  `;

/** The text of a message's HTML in lines, for places that cannot show markup. */
export function plainText(html: string): string {
  const stack: Open[] = [{ name: '', close: null, text: [] }];
  const top = () => stack.at(-1)!; // the first one stays to the end
  const add = (text: string) => top().text.push(text);
  const end = ({ text, close }: Open) => add((close ?? String)(text.join('')));
  for (const [token, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    if (name === undefined) {
      if (top().name !== 'math') add(decode(token));
    } else if (slash) {
      if (stack.some((open) => open.name === name)) {
        while (top().name !== name) end(stack.pop()!);
        end(stack.pop()!);
      }
      if (BLOCKS.has(name)) add('\n');
    } else if (VOID.has(name)) {
      add(voidText(name, attributes));
    } else {
      if (BLOCKS.has(name)) add('\n');
      stack.push({ name, close: closingOf(name, attributes), text: [] });
    }
  }
  while (stack.length > 1) end(stack.pop()!);
  return lines(top().text.join(''));
}

/** Without empty lines. */
const lines = (text: string): string =>
  text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim();

function closingOf(name: string, attributes: string): Closing | null {
  const classes = attribute(attributes, 'class');
  if (HIDDEN.test(classes)) return nothing;
  if (classes === 'spoiler-header') return spoilerHead;
  const emoji = /\bemoji-([\da-f-]+)/.exec(classes);
  if (emoji) return () => character(emoji[1]!);
  if (name === 'blockquote') return quoted;
  if (name === 'li') return listItem;
  if (name === 'td' || name === 'th') return cell;
  // A formula is shown as its source. The other elements repeat it in symbols.
  if (['mrow', 'mi', 'mo', 'mn', 'mtext', 'mtable', 'mstyle', 'msup', 'msub', 'mfrac', 'msqrt'].includes(name)) {
    return nothing;
  }
  return null;
}

function voidText(name: string, attributes: string): string {
  if (name === 'img') return decode(attribute(attributes, 'alt'));
  return name === 'br' || name === 'hr' ? '\n' : '';
}

const attribute = (attributes: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';

const character = (codes: string): string =>
  codes
    .split('-')
    .map((code) => Number.parseInt(code, 16))
    .filter((point) => point <= LARGEST_CODE_POINT)
    .map((point) => String.fromCodePoint(point))
    .join('');

function decode(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? entity;
    const point = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
    return point <= LARGEST_CODE_POINT ? String.fromCodePoint(point) : entity;
  });
}
