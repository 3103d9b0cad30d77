import { InlineToken, element, textTokens } from './inline-token';
import { AT_OPENING, matching } from './passes';

/** `#**channel>topic**` and, with the id of a message, `#**channel>topic@5120**`. */
export const topicLink = matching(
  '#',
  new RegExp(`${AT_OPENING}#\\*\\*([^*>\\n\\0]+)>([^*\\n\\0]*)\\*\\*`, 'g'),
  ([, name = '', place = ''], context) => {
    const channel = context.references.channel(name);
    if (!channel) return null;
    const [, topic = '', messageId] = /^(.*?)(?:@(\d{1,15}))?$/.exec(place) ?? [];
    const href = `${channelAddress(channel)}/topic/${slug(topic)}`;
    const label = [...textTokens(`#${channel.name} > `), ...topicName(topic)];
    if (messageId !== undefined) {
      const text = [...label, ...textTokens(' @ 💬')];
      return element('a', { class: 'message-link', href: `${href}/near/${messageId}` }, text, { kind: 'channel link' });
    }
    const newest = context.references.newestMessageId(channel.id, topic);
    const address = newest === undefined ? href : `${href}${topic === '' ? '' : '/'}with/${newest}`;
    const attributes = { class: 'stream-topic', 'data-stream-id': String(channel.id), href: address };
    return element('a', attributes, label, { kind: 'channel link' });
  },
);

/** `#**channel**`. */
export const channelLink = matching(
  '#',
  new RegExp(`${AT_OPENING}#\\*\\*([^*\\n\\0]+)\\*\\*`, 'g'),
  ([, name = ''], context) => {
    const channel = context.references.channel(name);
    if (!channel) return null;
    const attributes = { class: 'stream', 'data-stream-id': String(channel.id), href: channelAddress(channel) };
    return element('a', attributes, textTokens(`#${channel.name}`), { kind: 'channel link' });
  },
);

/** The empty topic has a special name with its own style, which distinguishes it from a real topic. */
function topicName(topic: string): InlineToken[] {
  return topic === '' ? element('em', null, textTokens('general chat')) : textTokens(topic);
}

function channelAddress({ id, name }: { id: number; name: string }): string {
  return `/#narrow/channel/${id}-${slug(name.replaceAll(' ', '-'))}`;
}

/** Percent-encoding with a dot for the percent sign, so that a dot itself has to be encoded too. */
function slug(text: string): string {
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
  return encoded
    .replace(/[.!'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}
