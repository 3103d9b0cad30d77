import type { ChannelId, UserId } from '@app/kernel';
import { DraftNeedsOneChannel, DraftTopicContainsNull, TooManyDrafts } from './draft.errors';

/** The recipient of the message that the draft may become. */
export type Address =
  | { readonly to: 'channel'; readonly channelId: ChannelId; readonly topic: string }
  | { readonly to: 'people'; readonly userIds: readonly UserId[] }
  | { readonly to: 'nobody' };

/** A draft as its author wrote it. */
export interface WrittenDraft {
  readonly address: Address;
  readonly content: string;
  /** UNIX seconds, with fractions; `null` means now. */
  readonly editedAt: number | null;
}

/** A validated draft. */
export interface CheckedDraft extends WrittenDraft {
  readonly editedAt: number;
}

export interface Draft {
  readonly id: number;
  readonly address: Address;
  readonly content: string;
  /** UNIX seconds. */
  readonly editedAt: number;
}

/** The most drafts of one user: far more than a user writes, and still few enough to list. */
const MAX_DRAFTS = 10_000;

/** @throws TooManyDrafts */
export function assertFewDrafts(count: number): void {
  if (count > MAX_DRAFTS) throw new TooManyDrafts(MAX_DRAFTS);
}

/**
 * Each recipient once, in the given order. A draft without recipients has no address yet.
 * @throws DraftNeedsOneChannel, DraftTopicContainsNull
 */
export function addressOf(kind: 'channel' | 'people' | 'nobody', to: readonly number[], topic: string): Address {
  if (kind === 'people' && to.length > 0) return { to: 'people', userIds: [...new Set(to)] as UserId[] };
  if (kind !== 'channel') return { to: 'nobody' };
  if (topic.includes('\0')) throw new DraftTopicContainsNull();
  if (to.length !== 1) throw new DraftNeedsOneChannel();
  return { to: 'channel', channelId: to[0] as ChannelId, topic };
}
