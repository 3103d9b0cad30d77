import { MAX_MESSAGE_LENGTH, truncate } from '@app/messaging';
import { MAX_DESCRIPTION_LENGTH, REASON_NAMES, ReportContent } from './report';

/** A user who is mentioned in the text without a notification. */
export interface Named {
  readonly id: number;
  readonly fullName: string;
}

/** The parts of a message that moderators receive. */
export interface ReportedMessage {
  readonly id: number;
  readonly sender: Named;
  /** Markdown source. */
  readonly content: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly place:
    | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
    /** Of a direct message: all participants of the conversation. */
    | { readonly people: readonly Named[] };
}

/** The length that names, fences and the link may take in addition to the message and the description. */
const FRAME_LENGTH = 500;
const MAX_QUOTE_LENGTH = MAX_MESSAGE_LENGTH - MAX_DESCRIPTION_LENGTH - FRAME_LENGTH;
const SUFFIX = '\n[message truncated]';
/** The longest fence that simply exceeds the longest run of backticks. */
const LONGEST_FENCE = 30;
/** The most participants of a conversation that are named. */
const MAX_NAMED = 4;

/** The text of a report for moderators, in Markdown (docs/protocol/moderation.md). Its mentions are silent. */
export function reportText(reporter: Named, message: ReportedMessage, content: ReportContent): string {
  return [
    `${mention(reporter)} reported a message sent by ${mention(message.sender)}${among(message)} at ${timeOf(message)}.`,
    fenced('quote', `**${REASON_NAMES[content.reason]}**. ${harmless(content.description)}`.trimEnd()),
    fenced(`spoiler ${linkTo(message)}`, truncate(message.content, MAX_QUOTE_LENGTH, SUFFIX)),
  ].join('\n');
}

/** The topic that collects the reports of a user's messages. */
export const reportTopic = ({ fullName }: Named): string => `${fullName} moderation`;

const mention = ({ id, fullName }: Named): string => `@_**${fullName}|${id}**`;

const timeOf = ({ sentAt }: ReportedMessage): string =>
  `<time:${new Date(sentAt * 1_000).toISOString().replace('.000Z', 'Z')}>`;

/** The recipients of a direct message besides its sender. An empty list means a message to self. */
function among({ place, sender }: ReportedMessage): string {
  if (!('people' in place)) return '';
  const others = place.people.filter(({ id }) => id !== sender.id);
  if (others.length === 0) return ' to nobody else';
  const named = others.slice(0, MAX_NAMED).map(mention);
  const unnamed = others.length - named.length;
  return ` to ${[...named, ...(unnamed > 0 ? [`${unnamed} others`] : [])].join(', ')}`;
}

/** A fenced block that no part of the text can close. */
function fenced(word: string, text: string): string {
  const fence = '`'.repeat(fenceLength(Array.from(text.matchAll(/`+/g), ([run]) => run.length)));
  return `${fence}${word}\n${text}\n${fence}`;
}

/**
 * Longer than every run of backticks in the text. If a run is very long, the smallest length that no run has keeps the
 * report short.
 */
function fenceLength(runs: readonly number[]): number {
  const longest = Math.max(2, ...runs);
  if (longest < LONGEST_FENCE) return longest + 1;
  const taken = new Set(runs);
  let length = 3;
  while (taken.has(length)) length++;
  return length;
}

/**
 * An unclosed fence in a quote would include the text after the quote. So no line of the result begins with a fence.
 */
const harmless = (text: string): string => text.replace(/^(\s*)(?=```|~~~)/gm, '$1\u200b');

/**
 * The link to the message. If a name contains a character that has a meaning in message links, the link is a plain
 * Markdown link.
 */
function linkTo({ id, place }: ReportedMessage): string {
  if ('people' in place) {
    const ids = place.people.map((one) => one.id).join(',');
    return `[Original message](/#narrow/dm/${ids}-dm/near/${id})`;
  }
  const { channel, topic } = place;
  if (PLAIN.test(channel.name) && PLAIN.test(topic)) return `Original message: #**${channel.name}>${topic}@${id}**`;
  const at = `${channel.id}-${encoded(channel.name.replaceAll(' ', '-'))}`;
  return `[Original message](/#narrow/channel/${at}/topic/${encoded(topic)}/near/${id})`;
}

const PLAIN = /^[^*>`~[\]\\$<\n]*$/;

/** Encodes a name as clients do in addresses. Also encodes all characters that have a meaning in Markdown. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[.!'()*~_]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
