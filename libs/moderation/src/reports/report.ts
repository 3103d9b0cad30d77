import type { MessageId, UserId } from '@app/kernel';
import { ExplanationIsRequired } from './report.errors';

/** What somebody may have against a message (interface 14). */
export const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;
export type Reason = (typeof REASONS)[number];

/** As people read them. */
export const REASON_NAMES: Record<Reason, string> = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
};

/** Code points. */
export const MAX_DESCRIPTION_LENGTH = 1_000;

/** What somebody says of a message. */
export interface Complaint {
  readonly reason: Reason;
  readonly description: string;
}

/** When a report was dealt with, and by whom. */
export interface Resolution {
  readonly resolverId: UserId;
  /** UNIX seconds. */
  readonly resolvedAt: number;
}

export interface Report extends Complaint {
  readonly id: number;
  /** It may be gone by now. */
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly reporterId: UserId;
  /** UNIX seconds. */
  readonly reportedAt: number;
  /** null: nobody has dealt with it yet. */
  readonly resolution: Resolution | null;
  /** What moderators have noted down. */
  readonly note: string;
}

/**
 * A complaint without the white space around its words.
 * @throws ExplanationIsRequired for one of which nobody could know what it is
 */
export function complaintOf(reason: Reason, written: string): Complaint {
  const description = written.trim();
  if (reason === 'other' && description === '') throw new ExplanationIsRequired();
  return { reason, description };
}
