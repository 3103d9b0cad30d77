import type { StateBlock } from 'markdown-it';

/** Columns that a tab leads to a multiple of; also the indent of a code block. */
export const TAB = 4;

export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line]);
}

/** Columns of white space before the text of a line. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += TAB - (columns % TAB);
    else break;
  }
  return columns;
}

/** Removes at most `columns` columns of white space from the start of a line. */
export function dedent(line: string, columns: number): string {
  const indent = indentOf(line);
  if (indent === 0 || columns === 0) return line;
  return ' '.repeat(Math.max(indent - columns, 0)) + line.replace(/^[ \t]+/, '');
}

/** Whether a block begins at this line although a paragraph has not ended with a blank line. */
export function interruptsParagraph(state: StateBlock, line: number, endLine: number): boolean {
  return state.md.block.ruler.getRules('paragraph').some((rule) => rule(state, line, endLine, true));
}
