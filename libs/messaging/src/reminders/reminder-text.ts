import { MAX_MESSAGE_LENGTH } from '../content';
import { hashPart } from '../mail-notifications/missed-mail';
import { mention, Named, quoted } from '../notices/notice-text';
import { MAX_REMINDER_NOTE_LENGTH } from './reminder';
import { truncate } from '../truncate';

/** A message that a reminder refers to. */
export interface ReferencedMessage {
  readonly id: number;
  /** Markdown source. */
  readonly content: string;
  /** `null`: the reader may see only the name of the author, which is not unique. */
  readonly sender: Named | null;
  /** The place; `null`: a direct message. */
  readonly channel: (Named & { readonly topic: string }) | null;
  /** For a direct message: all participants. */
  readonly participantIds: readonly number[];
}

/** The length that remains for the message besides the fixed text and the note. */
const MAX_QUOTED = MAX_MESSAGE_LENGTH - MAX_REMINDER_NOTE_LENGTH - 1_000;

const address = ({ id, channel, participantIds }: ReferencedMessage): string =>
  channel
    ? `#narrow/channel/${channel.id}-${hashPart(channel.name.replaceAll(' ', '-'))}/topic/${hashPart(channel.topic)}/near/${id}`
    : `#narrow/dm/${participantIds.join(',')}-dm/near/${id}`;

/** Some names cannot be part of a link to a message. Then the link has a general text. */
function linkTo(message: ReferencedMessage): string {
  const { id, channel } = message;
  if (!channel) return `[a direct message](${address(message)})`;
  const isPlain = !/[*>\n]/.test(channel.name) && !/[*\n]/.test(channel.topic);
  return isPlain ? `#**${channel.name}>${channel.topic}@${id}**` : `[a message](${address(message)})`;
}

const by = ({ sender }: ReferencedMessage): string => (sender ? ` by ${mention(sender)}` : '');

const noted = (note: string): string => (note === '' ? '' : `\n\nYour note:\n\n${quoted(note)}`);

/** A reminder in the list of pending ones. It contains nothing that may change with the message. */
export const reminderToCome = (message: ReferencedMessage, note: string): string =>
  `You asked to be reminded of ${linkTo(message)}${by(message)}.${noted(note)}`;

/** The text of a due reminder; `null`: the message is deleted, or the reader lost access. */
export function reminder(message: ReferencedMessage | null, note: string): string {
  if (!message) return `You asked to be reminded of a message that is not there any more.${noted(note)}`;
  const shown = truncate(message.content, MAX_QUOTED, '\n[message truncated]');
  return `${reminderToCome(message, note)}\n\nIt says:\n\n${quoted(shown)}`;
}
