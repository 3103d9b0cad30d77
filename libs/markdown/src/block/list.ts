import type { MarkdownIt, StateBlock } from 'markdown-it';
import { mayNest, parseInside } from '../scope';
import { isHorizontalRule } from './horizontal-rule';
import { dedent, indentOf, interruptsParagraph, lineAt, TAB } from './lines';

/** Columns that put a line inside an item. */
const NESTING = 2;

interface Marker {
  /** The digits of a numbered item; null for a bullet. */
  readonly digits: string | null;
  readonly text: string;
}

interface Item {
  /** The first one without its marker, the others with their indent; an empty one is a blank line between. */
  readonly lines: string[];
  readonly afterBlank: boolean;
}

/** Bullets `*`, `-`, `+` and numbers `1.`; a list directly below text needs a bullet or a single digit. */
export function list(md: MarkdownIt): void {
  md.block.ruler.push(
    'list',
    (state, startLine, endLine, silent) => {
      const base = indentOf(lineAt(state, startLine));
      if (base >= TAB || !mayNest(state)) return false;
      const marker = markerOf(dedent(lineAt(state, startLine), base));
      if (!marker) return false;
      if (silent) return marker.digits === null || marker.digits.length === 1;

      const items = readItems(state, startLine, endLine, base, marker.digits !== null);
      const tag = marker.digits === null ? 'ul' : 'ol';
      const open = state.push('list_open', tag, 1);
      if (Number(marker.digits ?? 1) !== 1) open.attrSet('start', Number(marker.digits));
      items.forEach((item, index) => pushItem(state, item, items[index + 1]));
      state.push('list_close', tag, -1);
      return true;
    },
    { alt: ['paragraph'] },
  );
}

/** Reads the items of one list and moves the state after it. */
function readItems(state: StateBlock, startLine: number, endLine: number, base: number, numbered: boolean): Item[] {
  const items: Item[] = [];
  let afterBlank = false;
  let line = startLine;
  for (; line < endLine; line++) {
    if (state.isEmpty(line)) {
      afterBlank = true;
      continue;
    }
    const text = dedent(lineAt(state, line), base);
    const inside = indentOf(text) >= NESTING;
    const marker = inside ? null : markerOf(text);
    if (marker && (marker.digits !== null) === numbered) items.push({ lines: [marker.text], afterBlank });
    else if (!inside && (afterBlank || interruptsParagraph(state, line, endLine))) break;
    else items.at(-1)!.lines.push(...(afterBlank ? ['', text] : [text]));
    afterBlank = false;
  }
  state.line = line;
  return items;
}

/**
 * An item with a blank line before it, in it or between it and the next one is loose: its text is a paragraph. Text
 * directly below the item's first line keeps its indent; a list inside or what follows a blank line loses it.
 */
function pushItem(state: StateBlock, { lines, afterBlank }: Item, next: Item | undefined): void {
  const loose = afterBlank || lines.includes('', 1) || (next?.afterBlank ?? false);
  const inner = lines.findIndex((line, index) => index > 0 && (line === '' || startsInnerList(line)));
  const text = inner < 0 ? lines : lines.slice(0, inner);
  const rest = inner < 0 ? [] : lines.slice(inner);
  const indent = rest[0] ? indentOf(rest[0]) : NESTING;

  state.push('list_item_open', 'li', 1);
  parseInside(state, text.join('\n'), { tight: !loose });
  parseInside(state, rest.map((line) => dedent(line, indent)).join('\n'));
  state.push('list_item_close', 'li', -1);
}

function startsInnerList(line: string): boolean {
  const indent = indentOf(line);
  return indent >= NESTING && markerOf(dedent(line, indent)) !== null;
}

function markerOf(line: string): Marker | null {
  const match = /^ ?(?:[*+-]|(\d{1,9})\.)[ \t]+(.*)$/.exec(line);
  if (!match || isHorizontalRule(line)) return null;
  const [, digits = null, text = ''] = match;
  return { digits, text };
}
