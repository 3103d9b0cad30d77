import { DomainError } from '@app/kernel';
import { ConfirmationIsInvalid } from './link.errors';

/**
 * The text that a form shows for an error of the input, with the status of the page. An invalid link has no form, so
 * its error is thrown again.
 * @throws everything that is no matter of what was typed
 */
export function formAlert(error: unknown): { alert: string; status: number } {
  const isTyped = error instanceof DomainError && error.code === 'BAD_REQUEST';
  if (!isTyped || error instanceof ConfirmationIsInvalid) throw error;
  return { alert: error.message, status: error.status };
}
