import { RequestIsInvalid } from '../http/errors';
import { Fields, fields, int64Of, realmUuid } from '../http/wire';

/** Notifications of one call. */
export const MAX_REQUESTS = 1_000;
/** Base64; no push service takes more. */
const LONGEST_DATA = 4_096;
const LONGEST_TITLE = 100;
const LONGEST_COLLAPSE_ID = 64;
const TITLE = 'New notification';

/** One notification as a server asks for it, whichever kind of device the server takes it for. */
export interface PushRequest {
  readonly deviceId: string;
  readonly priority: 'high' | 'normal';
  readonly pushType: 'alert' | 'background';
  /** `null`: none, so a repetition cannot be recognised. */
  readonly collapseId: string | null;
  /** What the device decrypts; base64. */
  readonly encryptedData: string;
  /** What Apple's devices show until they have decrypted it, and where they fail to. */
  readonly title: string;
  readonly hasSound: boolean;
}

export interface NotifyRequest {
  readonly realmUuid: string;
  readonly requests: readonly PushRequest[];
}

/**
 * Parses the body of a call (docs/protocol/notifications.md), whose integers are `bigint`. Unknown fields are dropped.
 * One invalid item makes the whole call invalid.
 * @throws RequestIsInvalid
 */
export function readNotifyRequest(body: unknown): NotifyRequest {
  const { realm_uuid: realm, push_requests: items } = fields('The body', body);
  if (typeof realm !== 'string') throw new RequestIsInvalid('realm_uuid is not a UUID');
  return { realmUuid: realmUuid(realm), requests: listOf('push_requests', items).map(readRequest) };
}

/** @throws RequestIsInvalid unless it is a list of no more than a call may hold */
export function listOf(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new RequestIsInvalid(`${name} is not a list`);
  if (value.length > MAX_REQUESTS) throw new RequestIsInvalid(`${name} holds more than ${MAX_REQUESTS}`);
  return value;
}

function readRequest(item: unknown, index: number): PushRequest {
  const name = `push_requests[${index}]`;
  const request = fields(name, item);
  const payload = fields(`${name}.payload`, request.payload);
  const headers = request.http_headers === undefined ? null : fields(`${name}.http_headers`, request.http_headers);
  accountIn(`${name}.payload`, payload);
  return {
    deviceId: int64In(`${name}.device_id`, request.device_id),
    ...(headers ? urgencyOfApns(name, headers) : urgencyOfFcm(name, request.fcm_priority)),
    collapseId: collapseIdIn(name, request.collapse_id ?? headers?.['apns-collapse-id'] ?? headers?.apns_collapse_id),
    encryptedData: encryptedDataIn(name, payload.encrypted_data),
    ...showingIn(`${name}.payload.aps`, payload.aps),
  };
}

function int64In(name: string, value: unknown): string {
  const text = typeof value === 'bigint' ? int64Of(String(value)) : null;
  if (text === null) throw new RequestIsInvalid(`${name} is not an integer of 64 bits`);
  return text;
}

/** It is not used: a device is told the number that it has registered itself. Android's services know only texts. */
function accountIn(name: string, { push_account_id: account }: Fields): void {
  const text = typeof account === 'string' ? int64Of(account) : null;
  if (text === null) int64In(`${name}.push_account_id`, account);
}

type Urgency = Pick<PushRequest, 'priority' | 'pushType'>;

function urgencyOfApns(name: string, headers: Fields): Urgency {
  const { apns_priority: priority = 10n, apns_push_type: pushType = 'alert' } = headers;
  if (priority !== 10n && priority !== 5n && priority !== 1n)
    throw new RequestIsInvalid(`${name}.http_headers.apns_priority is not 10, 5 or 1`);
  if (pushType !== 'alert' && pushType !== 'background')
    throw new RequestIsInvalid(`${name}.http_headers.apns_push_type is not alert or background`);
  return { priority: priority === 10n ? 'high' : 'normal', pushType };
}

/** What shows something is urgent: Android has no other word for it. */
function urgencyOfFcm(name: string, priority: unknown): Urgency {
  if (priority !== 'high' && priority !== 'normal')
    throw new RequestIsInvalid(`${name}.fcm_priority is not high or normal`);
  return { priority, pushType: priority === 'high' ? 'alert' : 'background' };
}

/** @throws RequestIsInvalid */
export function collapseIdIn(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || value.length > LONGEST_COLLAPSE_ID)
    throw new RequestIsInvalid(`${name}.collapse_id is not a word of at most ${LONGEST_COLLAPSE_ID} characters`);
  return value;
}

function encryptedDataIn(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0)
    throw new RequestIsInvalid(`${name}.payload.encrypted_data is not base64`);
  if (value.length > LONGEST_DATA) throw new RequestIsInvalid(`${name}.payload.encrypted_data is too long`);
  return value;
}

function showingIn(name: string, value: unknown): Pick<PushRequest, 'title' | 'hasSound'> {
  if (value === undefined) return { title: TITLE, hasSound: false };
  const { alert, sound } = fields(name, value);
  const title = alert === undefined ? TITLE : fields(`${name}.alert`, alert).title;
  if (typeof title !== 'string' || title.length === 0 || title.length > LONGEST_TITLE)
    throw new RequestIsInvalid(`${name}.alert.title is not a text of at most ${LONGEST_TITLE} characters`);
  return { title, hasSound: sound === 'default' };
}
