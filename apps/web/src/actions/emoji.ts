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
  const beginning = fitting.filter(({ emoji_name }) => emoji_name.startsWith(words));
  const found = new Map<string, Choice>();
  for (const one of [...beginning, ...fitting]) {
    const key = `${one.reaction_type} ${one.emoji_code}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}
