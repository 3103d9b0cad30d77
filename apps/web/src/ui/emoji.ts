/** Asks for the picture of a sign that fonts show as text otherwise, such as a heart. */
const AS_PICTURE = '\ufe0f';

/** The characters of an emoji of Unicode, from the code of the protocol; its name where the code is none. */
export function glyphOf(code: string, name: string): string {
  const points = code.split('-').map((part) => parseInt(part, 16));
  if (!points.every((point) => point > 0 && point <= 0x10ffff)) return `:${name}:`;
  const glyph = String.fromCodePoint(...points);
  return points.length === 1 && !/\p{Emoji_Presentation}/u.test(glyph) ? glyph + AS_PICTURE : glyph;
}
