/** Why, in one of few words: they are labels of a metric, and nothing of a device or a notification gets into the log. */
export type Reason =
  | 'credentials'
  | 'invalid'
  | 'paused'
  | 'throttled'
  | 'too_long'
  | 'unavailable'
  | 'unconfigured'
  | 'unreachable'
  | 'unregistered'
  | 'wrong_app';

/** What came of handing a notification to a service once. */
export type Attempt =
  | { is: 'sent' }
  /** The token is of no more use. */
  | { is: 'gone'; reason: Reason }
  /** The service will never take this notification. */
  | { is: 'refused'; reason: Reason }
  /**
   * A later attempt may succeed, but not before `afterMs`, as the service requests. `whom`: whether the pause is for
   * all notifications or for one device.
   */
  | { is: 'deferred'; reason: Reason; afterMs: number | null; whom: 'all' | 'device' }
  /** The service does not know us: nothing gets through until the operator mends that. `detail` is the service's code. */
  | { is: 'locked'; detail: string };

export const deferred = (
  reason: Reason,
  afterMs: number | null = null,
  whom: 'all' | 'device' = 'device',
): Attempt => ({ is: 'deferred', reason, afterMs, whom });

/** A Retry-After header in milliseconds from now: seconds or a date; null where there is none to be believed. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  if (!header) return null;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * 1000;
  const date = /^[A-Z][a-z]+,? /.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
