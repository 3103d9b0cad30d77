import type { MarkdownIt, StateBlock } from 'markdown-it';
import { mayNest } from '../scope';
import { lineAt } from './lines';

export interface FencedBlock {
  /** The word after the fence in lower case; empty if there is none. */
  readonly language: string;
  /** What follows the word on its line. */
  readonly header: string;
  /** Between the fences. */
  readonly lines: string[];
}

/** What becomes of the lines between two fences. */
export interface FenceKind {
  /** The lines are Markdown again, so that fences inside belong to it. */
  readonly holdsBlocks: boolean;
  /** It is there even without a line in it. */
  readonly mayBeEmpty?: boolean;
  write(state: StateBlock, block: FencedBlock): void;
}

interface Opening {
  readonly fence: string;
  readonly language: string;
  readonly header: string;
}

/**
 * Lines between two equal fences of at least three backticks or tildes. An unclosed fence extends to the end. `kinds`
 * contains words with a special meaning after the fence; other words are languages of `code`.
 */
export function fences(code: FenceKind, kinds: ReadonlyMap<string, FenceKind>): (md: MarkdownIt) => void {
  const kindOf = (opening: Opening): FenceKind => kinds.get(opening.language) ?? code;

  return (md) => {
    md.block.ruler.push(
      'fence',
      (state, startLine, endLine, silent) => {
        const opening = openingOf(lineAt(state, startLine));
        if (!opening) return false;
        const kind = kindOf(opening);
        if (kind.holdsBlocks && !mayNest(state)) return false;
        if (silent) return true;

        const lines = linesUntilClosed(state, startLine + 1, endLine, opening);
        state.line = Math.min(startLine + lines.length + 2, endLine);
        const { language, header } = opening;
        const isEmpty = lines.every((line) => line.trim() === '');
        if (!isEmpty || kind.mayBeEmpty) kind.write(state, { language, header, lines });
        return true;
      },
      { alt: ['paragraph'] },
    );
  };

  function linesUntilClosed(state: StateBlock, startLine: number, endLine: number, outermost: Opening): string[] {
    const open = [outermost];
    const lines: string[] = [];
    for (let line = startLine; line < endLine; line++) {
      const text = lineAt(state, line);
      const innermost = open.at(-1)!;
      const inner = kindOf(innermost).holdsBlocks ? openingOf(text) : null;
      if (text.trimEnd() === innermost.fence) open.pop();
      else if (inner) open.push(inner);
      if (open.length === 0) break;
      lines.push(text);
    }
    return lines;
  }
}

/** A fence with an optional word, `js`, `.js` or `{.js}`, possibly followed by more. */
function openingOf(line: string): Opening | null {
  const fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (!fence) return null;
  const info = line.slice(fence.length).trim();
  if (info === '') return { fence, language: '', header: '' };
  if (/[`~]/.test(info)) return null;
  const opening = /^\{?\.?([\w+\-./#]+)/.exec(info);
  if (!opening) return null;
  const [{ length }, word = ''] = opening;
  return { fence, language: word.toLowerCase(), header: info.slice(length).replace(/\}$/, '').trim() };
}
