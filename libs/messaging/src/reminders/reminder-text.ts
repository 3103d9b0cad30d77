import { MAX_MESSAGE_LENGTH } from '../content';
import { hashPart } from '../mail-notifications/missed-mail';
import { mention, Named, quoted } from '../notices/notice-text';
import { MAX_REMINDER_NOTE_LENGTH } from './reminder';
import { truncate } from '../truncate';

/** A message as a text speaks of it. */
export interface SpokenOf {
  readonly id: number;
  /** Source text. */
  readonly content: string;
  /** null: its name is all that the reader may know of its author, and that is nothing to go by. */
  readonly sender: Named | null;
  /** Where it is; null: between people. */
  readonly channel: (Named & { readonly topic: string }) | null;
  /** Of a direct message: everybody in the conversation. */
  readonly participantIds: readonly number[];
}

/** What is left for the message after the words around it and the note. */
const MOST_QUOTED = MAX_MESSAGE_LENGTH - MAX_REMINDER_NOTE_LENGTH - 1_000;

const address = ({ id, channel, participantIds }: SpokenOf): string =>
  channel
    ? `#narrow/channel/${channel.id}-${hashPart(channel.name.replaceAll(' ', '-'))}/topic/${hashPart(channel.topic)}/near/${id}`
    : `#narrow/dm/${participantIds.join(',')}-dm/near/${id}`;

/** Some names cannot stand in a link to a message; then it says no more than that it is one. */
function linkTo(message: SpokenOf): string {
  const { id, channel } = message;
  if (!channel) return `[a direct message](${address(message)})`;
  const isPlain = !/[*>\n]/.test(channel.name) && !/[*\n]/.test(channel.topic);
  return isPlain ? `#**${channel.name}>${channel.topic}@${id}**` : `[a message](${address(message)})`;
}

const by = ({ sender }: SpokenOf): string => (sender ? ` by ${mention(sender)}` : '');

const noted = (note: string): string => (note === '' ? '' : `\n\nYour note:\n\n${quoted(note)}`);

/** A reminder in a list of those to come. It tells nothing of the message that could not be told when it has changed. */
export const reminderToCome = (message: SpokenOf, note: string): string =>
  `You asked to be reminded of ${linkTo(message)}${by(message)}.${noted(note)}`;

/** A reminder when its time has come; null: the message is gone, or no longer for the reader. */
export function reminder(message: SpokenOf | null, note: string): string {
  if (!message) return `You asked to be reminded of a message that is not there any more.${noted(note)}`;
  const shown = truncate(message.content, MOST_QUOTED, '\n[message truncated]');
  return `${reminderToCome(message, note)}\n\nIt says:\n\n${quoted(shown)}`;
}
