import type { RegistrationFault } from './push-device';
import { RelayAnswer, trouble } from '../relay/relay-answer';

/** What the relay's answer to a registration means for the device. */
export type RegistrationOutcome =
  | { readonly is: 'active'; readonly deviceId: bigint }
  | { readonly is: 'failed'; readonly errorCode: RegistrationFault }
  /** Time or the operator can mend it: to be tried again. */
  | { readonly is: 'deferred'; readonly why: string; readonly notBefore: number };

/** Codes that are about this server or its organization, not about the device. */
const ABOUT_US = new Set([
  'INVALID_ZULIP_SERVER',
  'UNAUTHORIZED',
  'MISSING_REMOTE_REALM',
  'REMOTE_REALM_SERVER_MISMATCH_ERROR',
  'PUSH_NOTIFICATIONS_DISALLOWED',
  'RATE_LIMIT_HIT',
]);

/** A timeout, and asking too often, pass by themselves. */
const PASSING = new Set([408, 429]);

/** Reference: realtime-and-push.md 6.1, the table. */
export function registrationOutcome(answer: RelayAnswer): RegistrationOutcome {
  if (answer.kind === 'unreachable') return deferred(answer, null);
  if (answer.kind === 'broken') return deferred(answer, answer.retryAfterSeconds);
  if (answer.kind === 'done') {
    const { device_id: deviceId } = answer.body;
    if (isLong(deviceId)) return { is: 'active', deviceId };
    return deferred({ kind: 'broken', status: 200, retryAfterSeconds: null }, null);
  }
  const { status, code, retryAfterSeconds } = answer;
  if (code === 'INVALID_BOUNCER_PUBLIC_KEY' || code === 'REQUEST_EXPIRED') return { is: 'failed', errorCode: code };
  const isBlamed = code === null ? status === 400 : status >= 400 && status !== 401 && !PASSING.has(status);
  // Any other 4xx without a code is not the relay's: a proxy, or another server at that address, says it.
  const isAboutDevice = isBlamed && !ABOUT_US.has(code ?? '');
  return isAboutDevice ? { is: 'failed', errorCode: 'BAD_REQUEST' } : deferred(answer, retryAfterSeconds);
}

const deferred = (
  answer: Exclude<RelayAnswer, { kind: 'done' }>,
  retryAfterSeconds: number | null,
): RegistrationOutcome => ({ is: 'deferred', why: trouble(answer), notBefore: retryAfterSeconds ?? 0 });

const MOST = 2n ** 63n;

/** A whole number that PostgreSQL's bigint holds. */
export const isLong = (value: unknown): value is bigint => typeof value === 'bigint' && value >= -MOST && value < MOST;

const MOST_WAIT = 3_600;

/** Seconds until the next attempt: one, then twice as long each time up to a minute; longer where the relay says so. */
export const secondsUntilNext = (attempts: number, notBefore: number): number =>
  Math.min(MOST_WAIT, Math.max(notBefore, Math.min(60, 2 ** Math.min(attempts - 1, 10))));
