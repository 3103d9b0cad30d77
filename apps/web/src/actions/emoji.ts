import type { NamedEmoji } from '../server/emoji-names';
import type { KnownMessage } from '../store/messages';

/** An emoji that can be chosen; `address`: of the picture of a custom one. */
export interface Choice {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: KnownMessage['reactions'][number]['reaction_type'];
  readonly address: string | null;
}

type CustomEmoji = Readonly<
  Record<
    string,
    { readonly id: string; readonly name: string; readonly source_url: string; readonly deactivated: boolean }
  >
>;

/** The skin tones of Unicode, the lightest first. */
const TONES = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'];
const SELECTOR = 'fe0f';

/** An emoji of one person or hand gets the tone; all others stay as they are. @param tone from 1 to 5; 0: none */
export function withTone(choice: Choice, tone: number): Choice {
  const mark = TONES[tone - 1];
  if (mark === undefined || choice.reaction_type !== 'unicode_emoji') return choice;
  const [first = '', ...rest] = choice.emoji_code.split('-');
  if (!isTonable(first) || rest.some(isTonable)) return choice;
  const code = [first, mark, ...(rest[0] === SELECTOR ? rest.slice(1) : rest)].join('-');
  return { ...choice, emoji_name: `${choice.emoji_name}_tone${tone}`, emoji_code: code };
}

const isTonable = (point: string): boolean =>
  /\p{Emoji_Modifier_Base}/u.test(String.fromCodePoint(parseInt(point, 16)));

/** Shown first, as most messages are answered by one of them. */
const POPULAR = [
  '1f44d',
  '1f389',
  '2764',
  '1f642',
  '1f602',
  '1f440',
  '1f64f',
  '1f680',
  '2705',
  '1f44f',
  '1f615',
  '1f914',
];
/** Blocks of Unicode in the order of their use: faces, people, things; signs come last. */
const BLOCKS: readonly (readonly [from: number, to: number])[] = [
  [0x1f600, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x1f300, 0x1ffff],
];

function rankOf({ reaction_type, emoji_code: code }: Choice): number {
  if (reaction_type !== 'unicode_emoji') return -1;
  if (POPULAR.includes(code)) return POPULAR.indexOf(code);
  const point = parseInt(code, 16);
  const block = BLOCKS.findIndex(([from, to]) => point >= from && point <= to);
  return POPULAR.length + (block < 0 ? BLOCKS.length : block);
}

/**
 * Each emoji once, custom ones first, under the first of its names that fits: those that begin with what was typed, then
 * those that contain it.
 * @param named by all their names, the canonical ones first
 */
export function choicesFor(query: string, named: readonly NamedEmoji[], custom: CustomEmoji): Choice[] {
  const words = query.trim().toLowerCase().replace(/^:/, '').replace(/:$/, '').replaceAll(' ', '_');
  const all: Choice[] = [
    ...Object.values(custom)
      .filter(({ deactivated }) => !deactivated)
      .map(({ id, name, source_url }) => ({
        emoji_name: name,
        emoji_code: id,
        reaction_type: 'realm_emoji' as const,
        address: source_url,
      })),
    ...named.map(({ name, code }) => ({
      emoji_name: name,
      emoji_code: code,
      reaction_type: 'unicode_emoji' as const,
      address: null,
    })),
  ];
  const fitting = all.filter(({ emoji_name }) => emoji_name.includes(words));
  if (words === '') fitting.sort((one, other) => rankOf(one) - rankOf(other));
  const beginning = fitting.filter(({ emoji_name }) => emoji_name.startsWith(words));
  const found = new Map<string, Choice>();
  for (const one of [...beginning, ...fitting]) {
    const key = `${one.reaction_type} ${one.emoji_code}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}
