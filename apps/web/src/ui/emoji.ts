/** The characters of an emoji of Unicode, from the code of the protocol; its name where the code is none. */
export function glyphOf(code: string, name: string): string {
  const points = code.split('-').map((part) => parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : `:${name}:`;
}
