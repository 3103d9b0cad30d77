import { Attempt, deferred, retryAfterMs } from '../attempt';

/** The service's documented pause if the answer contains none. */
const QUOTA_PAUSE_MS = 60_000;

export interface FcmResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The parsed body, or anything else. */
  readonly body: unknown;
}

/** What an answer of FCM's HTTP v1 interface means for the notification, the device and us. */
export function readFcmResponse({ status, retryAfter, body }: FcmResponse, now: Date): Attempt {
  if (status >= 200 && status < 300) return { is: 'sent' };
  const { code, fields } = faultOf(body);
  if (code === 'UNREGISTERED') return { is: 'gone', reason: 'unregistered' };
  // The token was made for another Firebase project than ours: nothing that we send can ever reach it.
  if (code === 'SENDER_ID_MISMATCH') return { is: 'gone', reason: 'wrong_app' };
  const afterMs = retryAfterMs(retryAfter, now);
  // Too many notifications for this device, or in total. One busy device must not delay the others.
  if (status === 429) return deferred('throttled', afterMs ?? QUOTA_PAUSE_MS);
  if (status >= 500) return deferred('unavailable', afterMs, 'all');
  if (status === 408) return deferred('unavailable');
  if (status === 401 || status === 403 || status === 404) return { is: 'locked', detail: `${status} ${code}`.trim() };
  if (fields.includes('message.token')) return { is: 'gone', reason: 'invalid' };
  return { is: 'refused', reason: fields.some((field) => field.startsWith('message.data')) ? 'too_long' : 'invalid' };
}

function faultOf(body: unknown): { code: string; fields: string[] } {
  const error = property(body, 'error');
  const details = property(error, 'details');
  const list = Array.isArray(details) ? details : [];
  const codes = [...list.map((detail) => property(detail, 'errorCode')), property(error, 'status')];
  const violations = list.flatMap((detail) => property(detail, 'fieldViolations') ?? []);
  return {
    code: codes.find((code): code is string => typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code)) ?? '',
    fields: violations.map((violation) => property(violation, 'field')).filter((field) => typeof field === 'string'),
  };
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
