import type { Fact } from '../fact';
import { AT_OPENING, matching } from './passes';
import { mention } from './user-mention';

/** `@*group*`; with `@_` silent, as always in quotes. */
export const groupMention = matching(
  '@',
  new RegExp(`${AT_OPENING}@(_?)\\*([^*\\n\\0]+)\\*`, 'g'),
  ([, mark, name = ''], context) => {
    const group = context.references.group(name);
    if (!group) return null;
    const silent = mark !== '' || context.insideQuote || !group.isActive;
    const fact: Fact | null = silent ? null : { kind: 'group mention', groupId: group.id };
    return mention('user-group-mention', { 'data-user-group-id': String(group.id) }, group.displayName, fact);
  },
);
