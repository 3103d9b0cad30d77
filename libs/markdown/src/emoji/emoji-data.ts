import NAMES_BY_CODE from './names.json';
import { tonedCode, tonedName, withTone } from './skin-tones';

/** The file that clients read at `server_emoji_data_url`. */
export interface EmojiData {
  /** The names of each code, the canonical one first. */
  code_to_names: Record<string, string[]>;
}

const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(NAMES_BY_CODE).map(([code, names]) => [code, names.split(' ')]),
);
const CODES: ReadonlyMap<string, string> = new Map(
  Array.from(NAMES).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);
/** Codes without the variation selectors, which users often leave out. */
const QUALIFIED: ReadonlyMap<string, string> = new Map(Array.from(NAMES.keys(), (code) => [unqualified(code), code]));

/** Hex code points in lower case, joined by `-`; undefined when no built-in emoji goes by that name. */
export function codeOf(name: string): string | undefined {
  return CODES.get(name);
}

/** All names of a code, with or without a skin tone, the canonical one first; empty when there is no such emoji. */
export function namesOf(code: string): readonly string[] {
  return NAMES.get(code) ?? namesWithTone(code);
}

function namesWithTone(code: string): readonly string[] {
  const toned = tonedCode(code);
  const plain = toned && QUALIFIED.get(unqualified(toned.code));
  if (plain === null || plain === undefined || withTone(plain, toned!.tone) !== code) return [];
  return NAMES.get(plain)!.map((name) => `${name}_tone${toned!.tone}`);
}

/** Whether that name is one of the code's. */
export function isUnicodeEmoji(name: string, code: string): boolean {
  const toned = tonedName(name);
  const plain = toned && CODES.get(toned.name);
  return CODES.get(name) === code || (typeof plain === 'string' && withTone(plain, toned!.tone) === code);
}

/** Every built-in emoji with its names, as clients read them. */
export function emojiData(): EmojiData {
  return { code_to_names: Object.fromEntries(Array.from(NAMES, ([code, names]) => [code, [...names]])) };
}

/** The code of an emoji as characters, with or without variation selectors; undefined when there is no such emoji. */
export function codeOfCharacters(characters: string): string | undefined {
  const points = Array.from(characters, (character) => character.codePointAt(0)!.toString(16).padStart(4, '0'));
  return QUALIFIED.get(unqualified(points.join('-')));
}

function unqualified(code: string): string {
  return code.replaceAll('-fe0f', '');
}
