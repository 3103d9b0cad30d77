import { DomainError } from '@app/kernel';
import { ConfirmationIsInvalid } from './link.errors';

/**
 * What a form says of what was typed into it, with the status that its page has. A dead link has no form to say so.
 * @throws everything that is no matter of what was typed
 */
export function saidByTheForm(error: unknown): { alert: string; status: number } {
  const isTyped = error instanceof DomainError && error.code === 'BAD_REQUEST';
  if (!isTyped || error instanceof ConfirmationIsInvalid) throw error;
  return { alert: error.message, status: error.status };
}
