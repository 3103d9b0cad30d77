import { find, hasClass, Piece, Tag, textOf } from './tree';

/** Addresses that can be followed from a message. */
const ADDRESS = /^(?:(?:https?|ftp):\/\/|(?:mailto|tel|sms):|#|\/(?!\/)|user_uploads\/)/i;
const MESSAGE_ID = /\/near\/(\d+)/;
const TIME_ERROR = /^.*: /;
const GENERAL_CHAT = 'em';

/** Mentions, emoji, times, formulas and media, as they are written; `null`: the element is none. */
export function referenceOf(tag: Tag): string | null {
  return mentionOf(tag) ?? emojiOf(tag) ?? formulaOf(tag) ?? timeOf(tag) ?? mediaOf(tag);
}

function mentionOf(tag: Tag): string | null {
  const at = hasClass(tag, 'silent') ? '@_' : '@';
  const name = textOf(tag).replace(/^@/, '');
  const id = tag.attributes['data-user-id'];
  if (hasClass(tag, 'user-mention')) return `${at}**${name}${id === undefined || id === '*' ? '' : `|${id}`}**`;
  if (hasClass(tag, 'topic-mention')) return `${at}**${name}**`;
  return hasClass(tag, 'user-group-mention') ? `${at}*${name}*` : null;
}

function emojiOf(tag: Tag): string | null {
  if (!hasClass(tag, 'emoji')) return null;
  const name = tag.attributes['aria-label'] ?? tag.attributes.alt ?? textOf(tag);
  return `:${name.replaceAll(':', '').replaceAll(' ', '_')}:`;
}

function timeOf(tag: Tag): string | null {
  const { name, attributes } = tag;
  const { datetime } = attributes;
  if (hasClass(tag, 'timestamp-error')) return `<time:${textOf(tag).replace(TIME_ERROR, '')}>`;
  return name === 'time' && datetime !== undefined ? `<time:${datetime}>` : null;
}

function formulaOf(tag: Tag): string | null {
  if (hasClass(tag, 'tex-error')) return textOf(tag);
  return hasClass(tag, 'katex') ? `$$${sourceOf(tag)}$$` : null;
}

/** What was written for a formula; it stands behind its signs. */
export function sourceOf(formula: Tag): string {
  const written = find([formula], ({ name }) => name === 'annotation');
  if (written) return textOf(written).trim();
  const math = find([formula], ({ name }) => name === 'math');
  return textOf(math?.children.at(-1) ?? formula).trim();
}

function mediaOf({ name, attributes }: Tag): string | null {
  if (name !== 'img' && name !== 'audio') return null;
  const address = attributes['data-original-src'] ?? attributes['data-original-url'] ?? attributes.src ?? '';
  const words = attributes.alt ?? attributes.title ?? '';
  const isKnown = 'data-original-src' in attributes || name === 'audio';
  if (!isKnown && (!/^https?:/.test(address) || words === '')) return words;
  return `${isKnown ? '!' : ''}[${words}](${addressed(address)})`;
}

/** A link, whose words are marked up already. */
export function linkOf(tag: Tag, words: string): string {
  const address = tag.attributes.href ?? '';
  const name = textOf(tag);
  if (words.trim() === '' || !ADDRESS.test(address)) return words;
  const place = placeOf(tag, name, address);
  if (place !== null) return place;
  if ([address, `http://${name}`, `${address}/`, `mailto:${name}`].includes(name) || /^https?:\/\/\S+$/.test(name))
    return isSame(name, address) ? name : `[${words}](${addressed(address)})`;
  return `[${words}](${addressed(address)})`;
}

/** A channel, a topic or a message of this organization. */
function placeOf(tag: Tag, name: string, address: string): string | null {
  if (hasClass(tag, 'stream')) return `#**${name.replace(/^#/, '')}**`;
  const isMessage = hasClass(tag, 'message-link');
  if (!isMessage && !hasClass(tag, 'stream-topic')) return null;
  const id = isMessage ? `@${MESSAGE_ID.exec(address)?.[1] ?? ''}` : '';
  const [channel = '', ...topic] = name.replace(/^#/, '').split(' > ');
  const isGeneral = tag.children.some((piece: Piece) => typeof piece !== 'string' && piece.name === GENERAL_CHAT);
  const words = isGeneral ? '' : topic.join(' > ').replace(/ @ \S+$/, (behind) => (isMessage ? '' : behind));
  return `#**${channel}>${words}${id}**`;
}

const isSame = (name: string, address: string): boolean =>
  !/^https?:/.test(address) || address === name || address === `${name}/`;

const addressed = (address: string): string =>
  address.replace(/[\s()<>]/g, (sign) => (sign === '(' ? '%28' : sign === ')' ? '%29' : encodeURIComponent(sign)));
