import type { MarkdownIt } from 'markdown-it';
import { escapedText } from '../html';
import { formula } from '../math';
import { scopeOf } from '../scope';
import type { FenceKind } from './fence';

/** ```` ```math ````: formulas set apart, one for each part between blank lines. */
export const mathFence: FenceKind = {
  holdsBlocks: false,
  write: (state, { lines }) => {
    const { work } = scopeOf(state);
    const parts = lines
      .join('\n')
      .trim()
      .split(/\n[ \t]*\n\s*/);
    const token = state.push('math_block', '', 0);
    token.content = parts
      .map((part) => formula(part, true, work) ?? `<span class="tex-error">${escapedText(part)}</span>`)
      .join('\n\n');
  },
};

export function mathBlock({ renderer }: MarkdownIt): void {
  renderer.rules.math_block = (tokens, index) => `<p>${tokens[index]!.content}</p>\n`;
}
