import type { MarkdownIt, StateBlock } from 'markdown-it';
import type { InlineMeta } from '../inline/inline-token';
import { scopeOf } from '../scope';
import { interruptsParagraph, lineAt } from './lines';

/** Lines up to a blank one or to the next block. Only the first line loses its indent. */
export function paragraph(md: MarkdownIt): void {
  md.block.ruler.push('text_paragraph', (state, startLine, endLine) => {
    let line = startLine + 1;
    while (line < endLine && !state.isEmpty(line) && !interruptsParagraph(state, line, endLine)) line++;
    const lines = Array.from({ length: line - startLine }, (_, offset) => lineAt(state, startLine + offset));
    state.line = line;

    const { tight } = scopeOf(state);
    if (!tight) state.push('paragraph_open', 'p', 1);
    pushInline(state, lines.join('\n').replace(/^[ \t]+/, ''));
    if (!tight) state.push('paragraph_close', 'p', -1);
    return true;
  });
}

/** Text whose inline syntax is parsed once all blocks are known. */
export function pushInline(state: StateBlock, content: string): void {
  const token = state.push('inline', '', 0);
  token.content = content;
  const meta: InlineMeta = { insideQuote: scopeOf(state).insideQuote, inline: [] };
  token.meta = meta;
}
