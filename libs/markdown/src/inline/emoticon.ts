import { EMOTICONS } from '../emoji/emoticons';
import { emojiNamed } from './named-emoji';
import { matching } from './passes';

const AROUND = String.raw`[^\s,.;?!()[\]"']`;
const FACES = Array.from(EMOTICONS.keys(), (face) => face.replace(/[()|]/g, '\\$&')).join('|');

/** `:)` between spaces or punctuation, for authors who turned the conversion on. */
export const emoticon = matching(
  ':;<(',
  new RegExp(`(?<!${AROUND})(?:${FACES})(?!${AROUND})`, 'g'),
  (match, { references }) => (references.translatesEmoticons ? emojiNamed(EMOTICONS.get(match[0])!, references) : null),
);
