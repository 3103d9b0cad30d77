/**
 * Characters of Unicode's category Cf are invisible, so a name that contains them can look like another name. They are
 * allowed where a script or an emoji needs them:
 * - both joiners in Indic and similar scripts: after a virama, or between letters;
 * - the non-joiner between letters of Arabic and other cursive scripts;
 * - the joiner between emoji, and the tags in the flag of a region.
 */
const INDIC = [
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
  'Tibt',
  'Java',
  'Bali',
];
const CURSIVE = ['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Thaa', 'Adlm', 'Rohg'];
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2\\u1b44\\ua9c0]';
const letterOf = (scripts: readonly string[]): string =>
  `(?:(?=[\\p{L}\\p{M}])[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}])`;
const NEEDED = new RegExp(
  [
    `(?<=${VIRAMA})[\\u200c\\u200d]`,
    `(?<=${letterOf(INDIC)})[\\u200c\\u200d](?=${letterOf(INDIC)})`,
    `(?<=${letterOf(CURSIVE)})\\u200c(?=${letterOf(CURSIVE)})`,
    '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
  ].join('|'),
  'gu',
);
const FORMAT = /\p{Cf}/u;
const FORMATS = /\p{Cf}/gu;

/** The index of the first unneeded format character, in code points; -1 if there is none. */
export function strayFormatIn(text: string): number {
  if (!FORMAT.test(text)) return -1;
  const rest = text.replace(NEEDED, (needed) => '_'.repeat([...needed].length));
  return [...rest].findIndex((character) => FORMAT.test(character));
}

/** The common form of names that look alike: no format characters, one normalisation form, lower case, plain spaces. */
export const normalisedName = (name: string): string =>
  name.normalize('NFKC').replace(FORMATS, '').replace(/\s+/gu, ' ').trim().toLowerCase();
