import type { MarkdownIt, StateBlock } from 'markdown-it';
import { highlight } from '../code/highlight';
import { languageName } from '../code/languages';
import { escapedText, escapedValue } from '../html';
import { scopeOf } from '../scope';
import type { FenceKind } from './fence';
import { dedent, indentOf, lineAt, TAB } from './lines';

type CodeMeta = {
  /** HTML; null: shown as it is. */
  highlighted: string | null;
};

/** Lines indented by four columns, also with blank lines between them. */
export function indentedCode(md: MarkdownIt): void {
  md.block.ruler.push('indented_code', (state, startLine, endLine) => {
    if (indentOf(lineAt(state, startLine)) < TAB) return false;
    let end = startLine + 1;
    for (let line = end; line < endLine; line++) {
      if (state.isEmpty(line)) continue;
      if (indentOf(lineAt(state, line)) < TAB) break;
      end = line + 1;
    }
    state.line = end;
    const lines = Array.from({ length: end - startLine }, (_, offset) => lineAt(state, startLine + offset));
    pushCode(
      state,
      lines.map((line) => dedent(line, TAB)),
      '',
    );
    return true;
  });

  md.renderer.rules.code_block = (tokens, index) => {
    const { content, info, meta } = tokens[index]!;
    const { highlighted } = meta as CodeMeta;
    if (info === '') return codeHtml('', highlighted ?? keepQuotesEscaped(escapedText(content)));
    return codeHtml(` data-code-language="${escapedValue(languageName(info))}"`, highlighted ?? escapedText(content));
  };
}

export const codeFence: FenceKind = {
  holdsBlocks: false,
  write: (state, { language, lines }) => {
    const { organization } = scopeOf(state).references;
    pushCode(state, lines, language || (organization?.defaultCodeLanguage?.toLowerCase() ?? ''));
  },
};

function pushCode(state: StateBlock, lines: string[], language: string): void {
  const token = state.push('code_block', 'code', 0);
  token.info = language;
  const code = withoutBlankEnds(lines.map((line) => line.trimEnd())).join('\n');
  token.content = `${code}\n`;
  const grammar = language || languageOfFirstLine(code);
  const meta: CodeMeta = { highlighted: grammar === '' ? null : highlight(code, grammar, scopeOf(state).work) };
  if (meta.highlighted !== null) meta.highlighted += '\n';
  token.meta = meta;
}

function withoutBlankEnds(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(
    lines.findIndex((line) => line !== ''),
    last + 1,
  );
}

/** The empty span is part of the shape that clients look for. */
function codeHtml(attribute: string, content: string): string {
  return `<div class="codehilite"${attribute}><pre><span></span><code>${content}</code></pre></div>\n`;
}

/** `#!python` or `:::python`: the language that code is coloured by, though it is not named. */
function languageOfFirstLine(code: string): string {
  return /^(?:#!|:::)[ \t]*(?:\/?[\w.-]+\/)*([\w+#.-]+)/.exec(code)?.[1]?.toLowerCase() ?? '';
}

/** Code without a language has its quotes as entities; with one they are literal, as in all other text. */
function keepQuotesEscaped(escaped: string): string {
  return escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
