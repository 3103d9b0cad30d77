import type { MessageId, UserId } from '@app/kernel';
import { ExplanationIsRequired } from './report.errors';

/** The reasons for which a message can be reported (docs/protocol/moderation.md). */
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

/** A report of a message by a user. */
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
  /** null: the report is open. */
  readonly resolution: Resolution | null;
  /** What moderators have noted down. */
  readonly note: string;
}

/**
 * A complaint without the white space around its words.
 * @throws ExplanationIsRequired for a reason that says nothing without a description
 */
export function complaintOf(reason: Reason, written: string): Complaint {
  const description = written.trim();
  if (reason === 'other' && description === '') throw new ExplanationIsRequired();
  return { reason, description };
}
