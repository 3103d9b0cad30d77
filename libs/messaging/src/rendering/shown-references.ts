import type { References } from '@app/markdown';
import { Parser } from 'htmlparser2';

/**
 * The references in the HTML of a message, by the names at that time. They are read from elements that only the
 * renderer makes: users cannot write these classes.
 */
export interface Shown {
  readonly users: readonly { readonly id: number; readonly name: string }[];
  readonly groups: readonly { readonly id: number; readonly name: string }[];
  readonly channels: readonly { readonly id: number; readonly name: string }[];
}

export const NOTHING_SHOWN: Shown = { users: [], groups: [], channels: [] };

type Kind = keyof Shown;

/** The kind of an element, and the place of its id. */
function kindOf(name: string, { class: classes = '', ...attributes }: Record<string, string>): [Kind, number] | null {
  const [first] = classes.split(' ');
  const of = (kind: Kind, id: string | undefined): [Kind, number] | null =>
    /^\d+$/.test(id ?? '') ? [kind, Number(id)] : null;
  if (name === 'span' && first === 'user-mention') return of('users', attributes['data-user-id']);
  if (name === 'span' && first === 'user-group-mention') return of('groups', attributes['data-user-group-id']);
  if (name !== 'a') return null;
  if (first === 'stream' || first === 'stream-topic') return of('channels', attributes['data-stream-id']);
  if (first === 'message-link') return of('channels', /^\/#narrow\/channel\/(\d+)-/.exec(attributes.href ?? '')?.[1]);
  return null;
}

export function shownIn(html: string): Shown {
  const shown: Record<Kind, { id: number; name: string }[]> = { users: [], groups: [], channels: [] };
  let inside: { kind: Kind; id: number; text: string; depth: number } | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (inside) return void inside.depth++;
      const found = kindOf(name, attributes);
      if (found) inside = { kind: found[0], id: found[1], text: '', depth: 0 };
    },
    ontext: (text) => {
      if (inside?.depth === 0) inside.text += text;
    },
    onclosetag: () => {
      if (!inside || inside.depth-- > 0) return;
      shown[inside.kind].push({ id: inside.id, name: nameIn(inside.kind, inside.text) });
      inside = null;
    },
  });
  parser.end(html);
  return shown;
}

/** The name without the prefix and the topic. */
const nameIn = (kind: Kind, text: string): string =>
  kind === 'channels' ? text.replace(/^#| > .*$/gs, '') : text.replace(/^@/, '');

/**
 * The references for rendering a text again. What was shown before keeps its target and name, whatever has been renamed
 * since. Only unresolved references are looked up again.
 */
export function withShown<R extends Pick<References, 'users' | 'groups' | 'channels'>>(found: R, shown: Shown): R {
  const folded = (name: string): string => name.toLowerCase();
  const userNames = new Map(shown.users.map(({ id, name }) => [folded(name), id]));
  const groupNames = new Set(found.groups.flatMap(({ name, displayName }) => [folded(name), folded(displayName)]));
  const channelNames = new Set(shown.channels.map(({ name }) => name));
  const knownUsers = new Map(found.users.map((user) => [user.id, user]));
  return {
    ...found,
    users: [
      ...found.users.filter(({ id, fullName }) => (userNames.get(folded(fullName)) ?? id) === id),
      ...shown.users.map(({ id, name }) => ({ id, fullName: name, isActive: knownUsers.get(id)?.isActive ?? true })),
    ],
    groups: [
      ...found.groups,
      ...shown.groups
        .filter(({ name }) => !groupNames.has(folded(name)))
        .map(({ id, name }) => ({ id, name, displayName: name, isActive: true })),
    ],
    channels: [
      ...found.channels.filter(({ name }) => !channelNames.has(name)),
      ...shown.channels.map(({ id, name }) => found.channels.find((one) => one.id === id) ?? { id, name }),
    ],
  };
}
