import type { MarkdownIt, StateBlock } from 'markdown-it';
import { mayNest, parseInside } from '../scope';
import type { FenceKind } from './fence';
import { interruptsParagraph, lineAt } from './lines';

const MARK = /^ {0,3}>[ \t]?/;

/** Empty quoted lines that are looked past for the first one with text. */
const EMPTY_LINES = 50;

/** Lines that begin with `>`; lines without it go on with the quote until a blank one or another block. */
export function quote(md: MarkdownIt): void {
  md.block.ruler.push(
    'quote',
    (state, startLine, endLine, silent) => {
      if (!mayNest(state) || !saysSomething(state, startLine, endLine)) return false;
      if (silent) return true;

      const lines: string[] = [];
      let line = startLine;
      for (; line < endLine; line++) {
        const text = lineAt(state, line);
        const quoted = MARK.test(text);
        if (!quoted && (state.isEmpty(line) || interruptsParagraph(state, line, endLine))) break;
        lines.push(quoted ? text.replace(MARK, '') : text);
      }
      state.line = line;
      pushQuote(state, lines);
      return true;
    },
    { alt: ['paragraph'] },
  );
}

/** The same as a fence: ```` ```quote ````. */
export const quoteFence: FenceKind = {
  holdsBlocks: true,
  write: (state, { lines }) => pushQuote(state, lines),
};

function pushQuote(state: StateBlock, lines: string[]): void {
  state.push('blockquote_open', 'blockquote', 1);
  parseInside(state, lines.join('\n'), { insideQuote: true });
  state.push('blockquote_close', 'blockquote', -1);
}

/** Marks without text after them are text. */
function saysSomething(state: StateBlock, startLine: number, endLine: number): boolean {
  const lastLine = Math.min(endLine, startLine + EMPTY_LINES);
  for (let line = startLine; line < lastLine; line++) {
    const text = lineAt(state, line);
    if (!MARK.test(text)) return false;
    if (text.replace(MARK, '').trim() !== '') return true;
  }
  return false;
}
