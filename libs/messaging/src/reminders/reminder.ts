import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { ReminderNoteIsTooLong } from '../scheduling/scheduled.errors';

/** A message that its reader wants to be shown again later. */
export interface Reminder {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** The message that it is about; it may be gone. */
  readonly messageId: MessageId;
  /** The user's own words; may be empty. */
  readonly note: string;
  /** What is said of it in lists: which message it is, and the note. */
  readonly content: string;
  readonly html: string;
  /** UNIX seconds. */
  readonly deliverAt: number;
  /** Nobody is reminded of it any more. */
  readonly hasFailed: boolean;
}

/** Code points. */
export const MAX_REMINDER_NOTE_LENGTH = 1_000;

/** @throws ReminderNoteIsTooLong */
export function normaliseNote(note: string): string {
  const trimmed = note.trim();
  if (Array.from(trimmed).length > MAX_REMINDER_NOTE_LENGTH) throw new ReminderNoteIsTooLong(MAX_REMINDER_NOTE_LENGTH);
  return trimmed;
}
