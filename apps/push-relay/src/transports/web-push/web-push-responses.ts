import { Attempt, deferred, retryAfterMs } from '../attempt';

/**
 * Evaluates the answer of a push service (RFC 8030). The device chooses the endpoint, so an answer concerns only this
 * device and pauses no other.
 */
export function readWebPushResponse(status: number, retryAfter: string | null, now: Date): Attempt {
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone', reason: 'unregistered' };
  // The subscription was made for another key than ours.
  if (status === 401 || status === 403) return { is: 'refused', reason: 'wrong_app' };
  if (status === 413) return { is: 'refused', reason: 'too_long' };
  const afterMs = retryAfterMs(retryAfter, now);
  if (status === 429) return deferred('throttled', afterMs);
  if (status >= 500 || status === 408) return deferred('unavailable', afterMs);
  return { is: 'refused', reason: 'invalid' };
}
