import type { MessageId, UserId } from '@app/kernel';
import { ExplanationIsRequired } from './report.errors';

/** The reasons for which a message can be reported (docs/protocol/moderation.md). */
export const REASONS = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;
export type Reason = (typeof REASONS)[number];

/** The reasons as texts for users. */
export const REASON_NAMES: Record<Reason, string> = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
};

/** In code points. */
export const MAX_DESCRIPTION_LENGTH = 1_000;

/** What a user reports of a message. */
export interface ReportContent {
  readonly reason: Reason;
  readonly description: string;
}

/** When a report was closed, and by which moderator. */
export interface Resolution {
  readonly resolverId: UserId;
  /** UNIX seconds. */
  readonly resolvedAt: number;
}

export interface Report extends ReportContent {
  readonly id: number;
  /** The message may have been deleted since. */
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly reporterId: UserId;
  /** UNIX seconds. */
  readonly reportedAt: number;
  /** null: the report is open. */
  readonly resolution: Resolution | null;
  /** The moderators' note. */
  readonly note: string;
}

/**
 * What a report says, without the white space around its description.
 * @throws ExplanationIsRequired for a reason that requires a description
 */
export function reportContent(reason: Reason, written: string): ReportContent {
  const description = written.trim();
  if (reason === 'other' && description === '') throw new ExplanationIsRequired();
  return { reason, description };
}
