import { Attempt, deferred, retryAfterMs } from '../attempt';

/**
 * What a push service's answer means (RFC 8030). The endpoint is of the device's choosing: whatever it answers is about this
 * device alone, and closes the way to no other.
 */
export function readWebPushAnswer(status: number, retryAfter: string | null, now: Date): Attempt {
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
