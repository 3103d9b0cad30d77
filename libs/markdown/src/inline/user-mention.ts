import type { Fact } from '../fact';
import { CHANNEL_WILDCARDS, TOPIC_WILDCARD } from '../references';
import { InlineToken, element, textTokens } from './inline-token';
import { AT_OPENING, matching } from './passes';

/** `@**Name**`, `@**Name|88**`, `@**all**`, `@**topic**`; with `@_` silent, as always in quotes. */
export const userMention = matching(
  '@',
  new RegExp(`${AT_OPENING}@(_?)\\*\\*([^*\\n\\0]+)\\*\\*`, 'g'),
  ([, mark, name = ''], context) => {
    const silent = mark !== '' || context.insideQuote;
    if (CHANNEL_WILDCARDS.has(name)) {
      const classes = 'user-mention channel-wildcard-mention';
      return mention(classes, { 'data-user-id': '*' }, name, silent ? null : { kind: 'channel mention' });
    }
    if (name === TOPIC_WILDCARD) return mention('topic-mention', {}, name, silent ? null : { kind: 'topic mention' });

    const user = context.references.user(name);
    if (!user) return null;
    const fact: Fact | null = silent || !user.isActive ? null : { kind: 'user mention', userId: user.id };
    return mention('user-mention', { 'data-user-id': String(user.id) }, user.fullName, fact);
  },
);

/** A mention without a fact is silent: it looks different and notifies no user. */
export function mention(classes: string, data: Record<string, string>, name: string, fact: Fact | null): InlineToken[] {
  if (!fact) return element('span', { class: `${classes} silent`, ...data }, textTokens(name));
  return element('span', { class: classes, ...data }, textTokens(`@${name}`), fact);
}
