import { RegistrationIsExpired, RequestIsInvalid } from '../http/errors';
import { DEVICE_KINDS, DeviceKind } from '../notifications/notification';
import { readSubscription } from '../transports/web-push/subscription';

/** What an app tells the relay of its device, past the server, which cannot read it. */
export interface Registration {
  readonly kind: DeviceKind;
  /** In its one form: two registrations are of one device when these are equal. */
  readonly token: string;
  /** Bundle id; of Apple's devices only. */
  readonly appId: string | null;
}

const DAY = 86_400;
/** Clocks of phones are not always right. */
const AHEAD = 3_600;
const LONGEST_TOKEN = 4_096;
const APP_ID = /^[A-Za-z0-9][A-Za-z0-9.-]{0,254}$/;

/**
 * Reads the decrypted dictionary {token, token_kind, timestamp, ios_app_id} (docs/protocol/notifications.md). Names
 * that it does not know it leaves alone.
 * @param now UNIX seconds
 * @throws RequestIsInvalid, RegistrationIsExpired
 */
export function readRegistration(text: string, now: number): Registration {
  const { token, token_kind: kind, timestamp, ios_app_id: appId = null } = dictionaryIn(text);
  if (!isKind(kind)) throw new RequestIsInvalid('The registration names no known kind of token');
  if (!isTime(timestamp)) throw new RequestIsInvalid('The registration has no time');
  const registration = registrationOf(kind, token, appId);
  if (timestamp < now - DAY || timestamp > now + AHEAD) throw new RegistrationIsExpired();
  return registration;
}

/**
 * The normal form of a device, independent of its source.
 * @throws RequestIsInvalid
 */
export function registrationOf(kind: DeviceKind, token: unknown, appId: unknown): Registration {
  if (kind === 'apns' ? !isAppId(appId) : appId !== null)
    throw new RequestIsInvalid('The registration has no id of an app, or one that it should not have');
  return { kind, token: tokenOf(kind, token), appId: appId as string | null };
}

function dictionaryIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RequestIsInvalid('The registration is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestIsInvalid('The registration is no dictionary');
  return value as Record<string, unknown>;
}

const isKind = (value: unknown): value is DeviceKind => DEVICE_KINDS.some((kind) => kind === value);
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isAppId = (value: unknown): value is string => typeof value === 'string' && APP_ID.test(value);

function tokenOf(kind: DeviceKind, token: unknown): string {
  if (typeof token !== 'string' || token.length === 0 || token.length > LONGEST_TOKEN)
    throw new RequestIsInvalid('The token is missing, or too long');
  if (kind === 'web_push') return subscriptionOf(token);
  if (kind === 'fcm' && /^[\x21-\x7e]+$/.test(token)) return token;
  if (kind === 'apns' && /^([0-9a-f]{2})+$/i.test(token)) return token.toLowerCase();
  throw new RequestIsInvalid('The token has not the form of its kind');
}

/** In the form that tells two subscriptions apart. Where it may lead is asked when sending. */
function subscriptionOf(token: string): string {
  const subscription = readSubscription(token);
  if (!subscription) throw new RequestIsInvalid('The token has not the form of its kind');
  return JSON.stringify(subscription);
}
