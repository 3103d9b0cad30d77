import { codeOfCharacters, namesOf } from '../emoji/emoji-data';
import { builtInEmoji } from './named-emoji';
import { matching, NOT_ASCII } from './passes';

const PART = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F?\u20E3|\uFE0F)?[\u{E0020}-\u{E007F}]*`;
const SEQUENCE = new RegExp(
  String.raw`\p{RI}\p{RI}|(?![\d#*][^\uFE0F\u20E3])${PART}(?:\u200D${PART})*(?!\uFE0E)`,
  'gu',
);
const DRAWN_AS_TEXT = /^(?!\p{Emoji_Presentation})\p{Emoji}$/u;

/**
 * Emoji as characters. The longest sequence counts as a whole: one without a name, as with a skin tone, stays as it
 * is, and so does a symbol that is text unless a variation selector says otherwise.
 */
export const unicodeEmoji = matching(NOT_ASCII, SEQUENCE, ([characters]) => {
  const code = DRAWN_AS_TEXT.test(characters) ? undefined : codeOfCharacters(characters);
  if (code === undefined) return 'skip';
  const [name] = namesOf(code);
  return name === undefined ? 'skip' : builtInEmoji(code, name);
});
