import type { MarkdownIt } from 'markdown-it';
import { indentOf, lineAt, TAB } from './lines';

/** Three or more of `-`, `*` or `_` alone on a line, spaces between them allowed. */
export function horizontalRule(md: MarkdownIt): void {
  md.block.ruler.push(
    'horizontal_rule',
    (state, startLine, _endLine, silent) => {
      if (!isHorizontalRule(lineAt(state, startLine))) return false;
      if (silent) return true;
      state.line = startLine + 1;
      state.push('hr', 'hr', 0);
      return true;
    },
    { alt: ['paragraph'] },
  );
}

export function isHorizontalRule(line: string): boolean {
  return indentOf(line) < TAB && /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/[ \t]/g, ''));
}
