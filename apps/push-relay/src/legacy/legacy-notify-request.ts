import { RequestIsInvalid } from '../http/errors';
import { Fields, fields, uuidIn } from '../http/wire';
import { collapseIdIn } from '../notifications/notify-request';
import type { OutgoingNotification } from '../notifications/notification';

/** Devices of one user and kind. */
const MAX_TOKENS = 200;
const LONGEST_TOKEN = 4_096;
/** What the services carry. */
const MAX_BYTES = 4_096;
const ALERT_TEXTS = ['title', 'subtitle', 'body'] as const;

type Shape = Pick<OutgoingNotification, 'priority' | 'pushType' | 'payload'>;

/** A notification in the clear for all devices of one user. Nothing of it is kept or logged. */
export interface LegacyNotifyRequest {
  readonly realmUuid: string;
  readonly userUuid: string;
  readonly collapseId: string | null;
  /** Tokens as the server wrote them, and what such devices get. */
  readonly fcm: { readonly tokens: readonly string[]; readonly shape: Shape };
  readonly apns: { readonly tokens: readonly string[]; readonly shape: Shape };
}

/**
 * Parses the body of a call, whose integers are `bigint`. Unknown fields are dropped.
 * @throws RequestIsInvalid
 */
export function readLegacyNotifyRequest(body: unknown): LegacyNotifyRequest {
  const request = fields('The body', body);
  return {
    realmUuid: uuidIn('realm_uuid', textIn(request, 'realm_uuid')),
    userUuid: uuidIn('user_uuid', textIn(request, 'user_uuid')),
    collapseId: collapseIdIn('The call', request.collapse_id),
    fcm: { tokens: tokensIn(request, 'android_devices'), shape: fcmShape(request) },
    apns: { tokens: tokensIn(request, 'apple_devices'), shape: apnsShape(request) },
  };
}

function textIn(request: Fields, name: string): string {
  const value = request[name];
  if (typeof value !== 'string') throw new RequestIsInvalid(`${name} is not a text`);
  return value;
}

function tokensIn(request: Fields, name: 'android_devices' | 'apple_devices'): string[] {
  const { [name]: tokens = [] } = request;
  const isToken = (token: unknown) => typeof token === 'string' && token !== '' && token.length <= LONGEST_TOKEN;
  if (!Array.isArray(tokens) || !tokens.every(isToken)) throw new RequestIsInvalid(`${name} is not a list of tokens`);
  if (tokens.length > MAX_TOKENS) throw new RequestIsInvalid(`${name} holds more than ${MAX_TOKENS}`);
  return [...new Set(tokens as string[])];
}

/** Google's data are texts. */
function fcmShape({ gcm_payload = {}, gcm_options = {} }: Fields): Shape {
  const { priority = 'normal' } = fields('gcm_options', gcm_options);
  if (priority !== 'high' && priority !== 'normal') throw new RequestIsInvalid('gcm_options.priority is not one');
  const entries = Object.entries(fields('gcm_payload', gcm_payload));
  if (!entries.every(([, value]) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)))
    throw new RequestIsInvalid('gcm_payload holds more than texts and numbers');
  const payload = Object.fromEntries(entries.map(([name, value]) => [name, String(value as string)]));
  assertSize('gcm_payload', payload);
  return { priority, pushType: priority === 'high' ? 'alert' : 'background', payload };
}

/** What shows nothing only starts the app. */
function apnsShape({ apns_payload = {} }: Fields): Shape {
  const { alert, sound, badge, custom = {} } = fields('apns_payload', apns_payload);
  const { zulip = {} } = fields('apns_payload.custom', custom);
  const aps = {
    ...(alert === undefined ? { 'content-available': 1 } : { alert: alertIn(alert) }),
    ...(sound === 'default' ? { sound } : {}),
    ...(typeof badge === 'bigint' ? { badge } : {}),
  };
  const payload = { aps, zulip: fields('apns_payload.custom.zulip', zulip) };
  assertSize('apns_payload', payload);
  return alert === undefined
    ? { priority: 'normal', pushType: 'background', payload }
    : { priority: 'high', pushType: 'alert', payload };
}

function alertIn(alert: unknown): string | Record<string, string> {
  if (typeof alert === 'string') return alert;
  const given = fields('apns_payload.alert', alert);
  const texts = ALERT_TEXTS.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []));
  return Object.fromEntries(texts) as Record<string, string>;
}

function assertSize(name: string, payload: object): void {
  if (sizeOf(payload) > MAX_BYTES) throw new RequestIsInvalid(`${name} is too long`);
}

/** In bytes of JSON; without end where it is nested deeper than any writer's stack. */
function sizeOf(payload: object): number {
  try {
    return Buffer.byteLength(
      JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    );
  } catch {
    return Infinity;
  }
}
