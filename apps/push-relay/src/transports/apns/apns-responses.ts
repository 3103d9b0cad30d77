import { Attempt, deferred } from '../attempt';

/** The relevant parts of an answer. Without a status there was no answer. */
export interface ApnsResponse {
  readonly status: number | null;
  readonly reason: string | null;
}

/** The token is of no more use, or never was of any with this app. */
const GONE = new Map<string, Attempt>([
  ['Unregistered', { is: 'gone', reason: 'unregistered' }],
  ['ExpiredToken', { is: 'gone', reason: 'unregistered' }],
  ['BadDeviceToken', { is: 'gone', reason: 'invalid' }],
  ['MissingDeviceToken', { is: 'gone', reason: 'invalid' }],
  ['DeviceTokenNotForTopic', { is: 'gone', reason: 'wrong_app' }],
]);
/** The signature is too old. The next attempt uses a new one. */
const STALE = 'ExpiredProviderToken';

/** What an answer of Apple's service means for the notification, the device and us. */
export function readApnsResponse({ status, reason }: ApnsResponse): Attempt {
  const gone = GONE.get(reason ?? '');
  if (gone) return gone;
  if (status === 410) return { is: 'gone', reason: 'unregistered' };
  if (status === null) return deferred('unreachable');
  if (reason === STALE) return deferred('unavailable');
  if (status === 403 || reason === 'TopicDisallowed' || reason === 'TooManyProviderTokenUpdates')
    return { is: 'locked', detail: `${status} ${reason ?? ''}`.trim() };
  if (status === 429) return deferred('throttled');
  if (status >= 500 || status === 408) return deferred('unavailable');
  return { is: 'refused', reason: reason === 'PayloadTooLarge' ? 'too_long' : 'invalid' };
}
