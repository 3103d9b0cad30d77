import { codeOf } from '../emoji/emoji-data';
import type { ReferenceIndex } from '../references';
import { InlineToken, element, textTokens, voidElement } from './inline-token';
import { matching } from './passes';

const ZULIP = { name: 'zulip', sourceUrl: '/static/generated/emoji/images/emoji/unicode/zulip.png' };

/** `:tada:`. An unknown name stays text. */
export const namedEmoji = matching(':', /:([\w+.-]+):/g, ([, name = ''], { references }) =>
  emojiNamed(name, references),
);

/** One of the organization's own beats a built-in one. */
export function emojiNamed(name: string, references: ReferenceIndex): InlineToken[] | null {
  const image = references.customEmoji(name) ?? (name === ZULIP.name ? ZULIP : undefined);
  if (image) {
    return voidElement('img', { alt: `:${name}:`, class: 'emoji', src: image.sourceUrl, title: spoken(name) });
  }
  const code = codeOf(name);
  return code === undefined ? null : builtInEmoji(code, name);
}

export function builtInEmoji(code: string, name: string): InlineToken[] {
  const label = spoken(name);
  const attributes = { 'aria-label': label, class: `emoji emoji-${code}`, role: 'img', title: label };
  return element('span', attributes, textTokens(`:${name}:`));
}

const spoken = (name: string): string => name.replaceAll('_', ' ');
