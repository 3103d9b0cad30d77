import type { ChannelId, UserId } from '@app/kernel';
import { resolutionOf } from '../topics/topic';

/** A stored edit: the former values of what it changed. */
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

/** Which part of edit histories is visible. */
export type HistoryVisibility = 'all' | 'moves' | 'none';

/** What one reader may see of a message's history. Places that the reader may not see are left out. */
export interface HistoryView {
  readonly visibility: Exclude<HistoryVisibility, 'none'>;
  /** The current channel. */
  readonly channelId: ChannelId | null;
  readonly knows: (channelId: ChannelId) => boolean;
}

/** All channels in which the messages are or were, each once; empty: no message was moved between channels. */
export function placesOf(
  messages: readonly { readonly channelId: ChannelId | null; readonly edits?: readonly StoredEdit[] | null }[],
): ChannelId[] {
  const formerIds = messages.flatMap(({ edits }) => (edits ?? []).flatMap(({ prevChannelId }) => prevChannelId ?? []));
  if (formerIds.length === 0) return [];
  return [...new Set([...formerIds, ...messages.flatMap(({ channelId }) => channelId ?? [])])];
}

/** The visible edits with their visible parts, in the given order: newest first. */
export function shownEdits(
  edits: readonly StoredEdit[],
  { visibility, channelId, knows }: HistoryView,
): readonly StoredEdit[] {
  let place = channelId;
  return edits.flatMap((edit) => {
    const { userId, at, prevContent, prevHtml, ...move } = edit;
    const content = prevContent === undefined || visibility === 'moves' ? {} : { prevContent, prevHtml };
    const former = edit.prevChannelId ?? place;
    const places = [place, former];
    place = former;
    const isKnown = places.every((one) => one === null || knows(one));
    const shown = { ...content, ...(isKnown ? move : {}) };
    return Object.keys(shown).length === 0 ? [] : [{ userId, at, ...shown }];
  });
}

/** When the text was last changed. */
export const lastEditedAt = (edits: readonly StoredEdit[]): number | undefined =>
  edits.find(({ prevContent }) => prevContent !== undefined)?.at;

/** The time of the last move. Resolving is not a move. */
export const lastMovedAt = (edits: readonly StoredEdit[]): number | undefined => edits.find(isMove)?.at;

const isMove = ({ prevChannelId, prevTopic, topic }: StoredEdit): boolean =>
  prevChannelId !== undefined || (prevTopic !== undefined && resolutionOf(prevTopic, topic!) === null);

/** One version of a message, with the time at which it began. */
export interface Version {
  readonly userId: UserId;
  /** UNIX seconds. */
  readonly at: number;
  readonly topic: string;
  readonly content: string;
  readonly html: string;
  /** The edit that made this version; `null`: the original one. */
  readonly edit: StoredEdit | null;
}

/** The current text, and the data of sending. */
export interface CurrentText {
  readonly senderId: UserId;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly topic: string;
  readonly content: string;
  readonly html: string;
}

/** All versions of a message, oldest first. `edits` are those that the reader may see; newest first. */
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
