import type { ChannelId, UserId } from '@app/kernel';
import { resolutionOf } from '../topics/topic';

/** One edit of a message as it is stored: what it was before, as far as that has changed. */
export interface StoredEdit {
  readonly userId: UserId;
  /** UNIX seconds. */
  readonly at: number;
  readonly prevContent?: string;
  readonly prevHtml?: string;
  readonly prevTopic?: string;
  readonly topic?: string;
  readonly prevChannelId?: ChannelId;
  readonly channelId?: ChannelId;
}

/** How much of what messages were is shown. */
export type HistoryVisibility = 'all' | 'moves' | 'none';

/** What one reader may see of a message's past: nothing of places that the reader may not know of. */
export interface HistoryView {
  readonly visibility: Exclude<HistoryVisibility, 'none'>;
  /** Where the message is now. */
  readonly channelId: ChannelId | null;
  readonly knows: (channelId: ChannelId) => boolean;
}

/** Channels that messages are in and were in, each once; none: no message has come from another channel. */
export function placesOf(
  messages: readonly { readonly channelId: ChannelId | null; readonly edits?: readonly StoredEdit[] | null }[],
): ChannelId[] {
  const formerIds = messages.flatMap(({ edits }) => (edits ?? []).flatMap(({ prevChannelId }) => prevChannelId ?? []));
  if (formerIds.length === 0) return [];
  return [...new Set([...formerIds, ...messages.flatMap(({ channelId }) => channelId ?? [])])];
}

/** Those of the edits, with that of them, which the view shows; in the order given: newest first. */
export function shownEdits(
  edits: readonly StoredEdit[],
  { visibility, channelId, knows }: HistoryView,
): readonly StoredEdit[] {
  let place = channelId;
  return edits.flatMap((edit) => {
    const { userId, at, prevContent, prevHtml, ...move } = edit;
    const content = prevContent === undefined || visibility === 'moves' ? {} : { prevContent, prevHtml };
    const places = [place, edit.prevChannelId ?? place];
    place = places[1];
    const isKnown = places.every((one) => one === null || knows(one));
    const shown = { ...content, ...(isKnown ? move : {}) };
    return Object.keys(shown).length === 0 ? [] : [{ userId, at, ...shown }];
  });
}

/** When the text was last changed. */
export const lastEditedAt = (edits: readonly StoredEdit[]): number | undefined =>
  edits.find(({ prevContent }) => prevContent !== undefined)?.at;

/** When the message was last moved; to be resolved is no move. */
export const lastMovedAt = (edits: readonly StoredEdit[]): number | undefined => edits.find(isMove)?.at;

const isMove = ({ prevChannelId, prevTopic, topic }: StoredEdit): boolean =>
  prevChannelId !== undefined || (prevTopic !== undefined && resolutionOf(prevTopic, topic!) === null);

/** A message as it was from some time on. */
export interface Version {
  readonly userId: UserId;
  /** UNIX seconds. */
  readonly at: number;
  readonly topic: string;
  readonly content: string;
  readonly html: string;
  /** What made this version of the one before; null: it was sent so. */
  readonly edit: StoredEdit | null;
}

/** What a message is now, and how it was sent. */
export interface CurrentText {
  readonly senderId: UserId;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly topic: string;
  readonly content: string;
  readonly html: string;
}

/** Every version of a message, oldest first. `edits` are what the reader may see; newest first. */
export function versionsOf(
  { senderId, sentAt, ...now }: CurrentText,
  edits: readonly StoredEdit[],
): readonly Version[] {
  let state = now;
  const versions: Version[] = [];
  for (const edit of edits) {
    versions.unshift({ ...state, userId: edit.userId, at: edit.at, edit });
    state = {
      topic: edit.prevTopic ?? state.topic,
      content: edit.prevContent ?? state.content,
      html: edit.prevHtml ?? state.html,
    };
  }
  return [{ ...state, userId: senderId, at: sentAt, edit: null }, ...versions];
}
