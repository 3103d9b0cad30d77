import type { MarkdownIt } from 'markdown-it';
import { parseInside } from '../scope';
import type { FenceKind } from './fence';

/** ```` ```spoiler Header ````: what is inside is shown on demand. The header is Markdown, too. */
export const spoilerFence: FenceKind = {
  holdsBlocks: true,
  mayBeEmpty: true,
  write: (state, { header, lines }) => {
    state.push('spoiler_open', '', 0);
    parseInside(state, header);
    state.push('spoiler_content', '', 0);
    parseInside(state, lines.join('\n'));
    state.push('spoiler_close', '', 0);
  },
};

/** The shape that clients look for, with its attributes in their order. */
export function spoiler({ renderer }: MarkdownIt): void {
  renderer.rules.spoiler_open = () => '<div class="spoiler-block"><div class="spoiler-header">\n';
  renderer.rules.spoiler_content = () => '</div><div class="spoiler-content" aria-hidden="true">\n';
  renderer.rules.spoiler_close = () => '</div></div>\n';
}
