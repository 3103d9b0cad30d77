/** A change of a text: what stands from one place to another becomes `insert`, and these places in it are selected then. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: readonly [number, number];
}

export interface Selection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const ADDRESS = /^https?:\/\/\S+$/;

export type Format = keyof typeof FORMATS;

/** The edit that gives a selection a format, or takes it away where it has it. */
export const formatted = (format: Format, selection: Selection): Edit => FORMATS[format](selection);

const FORMATS = {
  bold: (selection: Selection) => wrapped(selection, '**'),
  italic: (selection: Selection) => wrapped(selection, '*'),
  strike: (selection: Selection) => wrapped(selection, '~~'),
  link: linked,
  code: (selection: Selection) =>
    chosen(selection).includes('\n') ? fenced(selection, '```') : wrapped(selection, '`'),
  quote: (selection: Selection) => fenced(selection, '```quote'),
  spoiler: (selection: Selection) => fenced(selection, '```spoiler '),
  bullets: (selection: Selection) => listed(selection, () => '- '),
  numbers: (selection: Selection) => listed(selection, (line) => `${line + 1}. `),
  maths: (selection: Selection) => wrapped(selection, '$$'),
};

const chosen = ({ text, start, end }: Selection): string => text.slice(start, end);

function wrapped(selection: Selection, mark: string): Edit {
  const { text, start, end } = selection;
  const inside = chosen(selection);
  const { length } = mark;
  const isAround = text.slice(start - length, start) === mark && text.slice(end, end + length) === mark;
  // Two stars around are bold, not italic twice.
  const isOther = mark === '*' && /(^|[^*])\*\*$/.test(text.slice(0, start));
  if (isAround && start >= length && !isOther)
    return { from: start - length, to: end + length, insert: inside, select: [start - length, end - length] };
  return { from: start, to: end, insert: mark + inside + mark, select: [start + length, end + length] };
}

/** The words stay selected where there are none yet, else the place for the address is. */
function linked(selection: Selection): Edit {
  const { start, end } = selection;
  const inside = chosen(selection);
  const isAddress = ADDRESS.test(inside);
  const insert = isAddress ? `[](${inside})` : `[${inside}]()`;
  const caret = isAddress || inside === '' ? start + 1 : end + 3;
  return { from: start, to: end, insert, select: [caret, caret] };
}

function fenced(selection: Selection, head: string): Edit {
  const { text, start, end } = selection;
  const inside = chosen(selection);
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const after = end === text.length || text[end] === '\n' ? '' : '\n';
  const at = start + before.length + head.length + 1;
  const insert = `${before}${head}\n${inside}\n\`\`\`${after}`;
  return { from: start, to: end, insert, select: [at, at + inside.length] };
}

/** Whole lines become items. */
function listed({ text, start, end }: Selection, markOf: (line: number) => string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const insert = text
    .slice(from, to)
    .split('\n')
    .map((line, at) => markOf(at) + line)
    .join('\n');
  const caret = from + insert.length;
  return { from, to, insert, select: [caret, caret] };
}

/** What is pasted over words that are chosen becomes their link; `null`: it is no address, or the words are one themselves. */
export function linkedTo(selection: Selection, pasted: string): Edit | null {
  const words = chosen(selection);
  if (words.trim() === '' || words.includes('\n') || ADDRESS.test(words) || !ADDRESS.test(pasted)) return null;
  if (isInBlock(selection)) return null;
  const insert = `[${words}](${pasted})`;
  const caret = selection.start + insert.length;
  return { from: selection.start, to: selection.end, insert, select: [caret, caret] };
}

/** A new line in a list begins with the next mark, and ends the list behind an empty item. `null`: there is no list. */
export function continued({ text, start, end }: Selection): Edit | null {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const item = /^( *)(?:([-*+])|(\d{1,9})([.)]))( +)/.exec(text.slice(from, start));
  if (!item || isInBlock({ text, start, end })) return null;
  const [mark, indent, bullet, number, behind, blank] = item;
  const isEmpty = text.slice(from + mark.length, start).trim() === '' && /^ *(\n|$)/.test(text.slice(end));
  if (isEmpty) return { from, to: end, insert: '', select: [from, from] };
  const insert = `\n${indent}${bullet ?? `${Number(number) + 1}${behind}`}${blank}`;
  return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] };
}

/** Between fences, where marks mean nothing. */
export const isInBlock = ({ text, start }: Selection): boolean =>
  text
    .slice(0, start)
    .split('\n')
    .filter((line) => /^ {0,3}(`{3,}|~{3,})/.test(line)).length %
    2 ===
  1;
