import { MAX_MESSAGE_LENGTH, truncate } from '@app/messaging';
import { Complaint, MAX_DESCRIPTION_LENGTH, REASON_NAMES } from './report';

/** A user, named in a text without a notification. */
export interface Named {
  readonly id: number;
  readonly fullName: string;
}

/** What moderators are shown of a message. */
export interface ReportedMessage {
  readonly id: number;
  readonly sender: Named;
  /** Source text. */
  readonly content: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly place:
    | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
    /** Of a direct message: everybody in the conversation. */
    | { readonly people: readonly Named[] };
}

/** What stands around the message, besides the description: names, fences, the link. */
const FRAME_LENGTH = 500;
const MAX_QUOTE_LENGTH = MAX_MESSAGE_LENGTH - MAX_DESCRIPTION_LENGTH - FRAME_LENGTH;
const SUFFIX = '\n[message truncated]';
/** An unusual one. */
const LONGEST_FENCE = 30;
/** Of a large conversation, so many are named. */
const MOST_NAMED = 4;

/** The text of a report for moderators, in Markdown (docs/protocol/moderation.md). Its mentions are silent. */
export function reportText(reporter: Named, message: ReportedMessage, complaint: Complaint): string {
  return [
    `${mention(reporter)} reported a message sent by ${mention(message.sender)}${among(message)} at ${timeOf(message)}.`,
    fenced('quote', `**${REASON_NAMES[complaint.reason]}**. ${harmless(complaint.description)}`.trimEnd()),
    fenced(`spoiler ${linkTo(message)}`, truncate(message.content, MAX_QUOTE_LENGTH, SUFFIX)),
  ].join('\n');
}

/** The topic that collects the reports of a user's messages. */
export const reportTopic = ({ fullName }: Named): string => `${fullName} moderation`;

const mention = ({ id, fullName }: Named): string => `@_**${fullName}|${id}**`;

const timeOf = ({ sentAt }: ReportedMessage): string =>
  `<time:${new Date(sentAt * 1_000).toISOString().replace('.000Z', 'Z')}>`;

/** Who else read a direct message; of two people, the one who reports is one of them anyway. */
function among({ place, sender }: ReportedMessage): string {
  if (!('people' in place)) return '';
  const others = place.people.filter(({ id }) => id !== sender.id);
  if (others.length === 0) return ' to nobody else';
  const named = others.slice(0, MOST_NAMED).map(mention);
  const unnamed = others.length - named.length;
  return ` to ${[...named, ...(unnamed > 0 ? [`${unnamed} others`] : [])].join(', ')}`;
}

/** A fence that nothing in the text can close. */
function fenced(word: string, text: string): string {
  const fence = '`'.repeat(fenceLength(Array.from(text.matchAll(/`+/g), ([run]) => run.length)));
  return `${fence}${word}\n${text}\n${fence}`;
}

/** Longer than every run of its sign; of runs that would fill the report with nothing else, one that is not among them. */
function fenceLength(runs: readonly number[]): number {
  const longest = Math.max(2, ...runs);
  if (longest < LONGEST_FENCE) return longest + 1;
  const taken = new Set(runs);
  let length = 3;
  while (taken.has(length)) length++;
  return length;
}

/** A fence that is opened in a quote and never closed would take in what follows the quote: no line begins with one. */
const harmless = (text: string): string => text.replace(/^(\s*)(?=```|~~~)/gm, '$1\u200b');

/** The link to the message; a name with a sign that has a meaning in such links gets a plain one. */
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

/** As clients write names in addresses, and every sign that Markdown knows encoded with them. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[.!'()*~_]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
