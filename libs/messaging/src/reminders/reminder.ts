import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { ReminderNoteIsTooLong } from '../scheduling/scheduled.errors';

/** A message that its reader wants to be shown again later. */
export interface Reminder {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** The message, which may have been deleted. */
  readonly messageId: MessageId;
  /** The user's note; may be empty. */
  readonly note: string;
  /** The text in lists: which message it is about, and the note. */
  readonly content: string;
  readonly html: string;
  /** UNIX seconds. */
  readonly deliverAt: number;
  /** It will not be sent. */
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
