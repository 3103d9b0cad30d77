import type { RegistrationFault } from './push-device';
import { RelayResponse, failureText } from '../relay/relay-response';

/** The consequence of the relay's answer for the device. */
export type RegistrationOutcome =
  | { readonly is: 'active'; readonly deviceId: bigint }
  | { readonly is: 'failed'; readonly errorCode: RegistrationFault }
  /** A later attempt may succeed, possibly after the operator has corrected something. */
  | { readonly is: 'deferred'; readonly why: string; readonly notBefore: number };

/** Codes that concern this server or its organization, not the device. */
const ABOUT_US = new Set([
  'INVALID_ZULIP_SERVER',
  'UNAUTHORIZED',
  'MISSING_REMOTE_REALM',
  'REMOTE_REALM_SERVER_MISMATCH_ERROR',
  'PUSH_NOTIFICATIONS_DISALLOWED',
  'RATE_LIMIT_HIT',
]);

/** Timeouts and rate limits are temporary. */
const PASSING = new Set([408, 429]);

/** Evaluates an answer (docs/protocol/notifications.md). */
export function registrationOutcome(response: RelayResponse): RegistrationOutcome {
  if (response.kind === 'unreachable') return deferred(response, null);
  if (response.kind === 'broken') return deferred(response, response.retryAfterSeconds);
  if (response.kind === 'done') {
    const { device_id: deviceId } = response.body;
    if (isLong(deviceId)) return { is: 'active', deviceId };
    return deferred({ kind: 'broken', status: 200, retryAfterSeconds: null }, null);
  }
  const { status, code, retryAfterSeconds } = response;
  if (code === 'INVALID_BOUNCER_PUBLIC_KEY' || code === 'REQUEST_EXPIRED') return { is: 'failed', errorCode: code };
  const isBlamed = code === null ? status === 400 : status >= 400 && status !== 401 && !PASSING.has(status);
  // Any other 4xx without a code comes from a proxy or another server at that address.
  const isAboutDevice = isBlamed && !ABOUT_US.has(code ?? '');
  return isAboutDevice ? { is: 'failed', errorCode: 'BAD_REQUEST' } : deferred(response, retryAfterSeconds);
}

const deferred = (
  response: Exclude<RelayResponse, { kind: 'done' }>,
  retryAfterSeconds: number | null,
): RegistrationOutcome => ({ is: 'deferred', why: failureText(response), notBefore: retryAfterSeconds ?? 0 });

const MOST = 2n ** 63n;

/** An integer that fits into PostgreSQL's bigint. */
export const isLong = (value: unknown): value is bigint => typeof value === 'bigint' && value >= -MOST && value < MOST;

const MAX_WAIT = 3_600;

/** Seconds until the next attempt: 1, then doubled each time up to a minute; longer if the relay requests it. */
export const secondsUntilNext = (attempts: number, notBefore: number): number =>
  Math.min(MAX_WAIT, Math.max(notBefore, Math.min(60, 2 ** Math.min(attempts - 1, 10))));
