/** The skin tones of Unicode, the lightest first. A name with the first of them ends with `_tone1`. */
const TONES = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'];
const TONED_NAME = /^(.+)_tone([1-5])$/;
const SELECTOR = 'fe0f';

interface Toned {
  /** Of the emoji without a tone. */
  readonly name: string;
  readonly tone: number;
}

/** What a name says of a tone; `null`: nothing. */
export function tonedName(name: string): Toned | null {
  const [, plain, tone] = TONED_NAME.exec(name) ?? [];
  return plain === undefined ? null : { name: plain, tone: Number(tone) };
}

/** The same emoji with a tone from 1 to 5; undefined when it shows not exactly one person or hand. */
export function withTone(code: string, tone: number): string | undefined {
  const [first = '', ...rest] = code.split('-');
  if (!isTonable(first) || rest.some(isTonable)) return undefined;
  return [first, TONES[tone - 1], ...(rest[0] === SELECTOR ? rest.slice(1) : rest)].join('-');
}

/** The tone of a code, and the code without it; `null`: it has none. */
export function tonedCode(code: string): { readonly code: string; readonly tone: number } | null {
  const [first = '', mark = '', ...rest] = code.split('-');
  const tone = TONES.indexOf(mark) + 1;
  return tone === 0 ? null : { code: [first, ...rest].join('-'), tone };
}

const isTonable = (point: string): boolean =>
  /^[\da-f]{4,5}$/.test(point) && /\p{Emoji_Modifier_Base}/u.test(String.fromCodePoint(parseInt(point, 16)));
