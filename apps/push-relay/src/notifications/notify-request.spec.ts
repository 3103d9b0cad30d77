import { RequestIsInvalid } from '../http/errors';
import type { Device } from '../devices/device';
import { MAX_REQUESTS, readNotifyRequest } from './notify-request';
import { payloadFor } from './payload';

const REALM = '3f2a1d0e-4c0b-4f6e-9a63-0d8d8d1b7a11';
const LARGEST = 2n ** 63n - 1n;

const toAndroid = {
  device_id: 7n,
  fcm_priority: 'high',
  payload: { push_account_id: LARGEST, encrypted_data: 'AAAA' },
};
const toApple = {
  device_id: 8n,
  http_headers: { apns_priority: 10n, apns_push_type: 'alert', 'apns-collapse-id': 'c1' },
  payload: {
    push_account_id: -5n,
    encrypted_data: 'AAAA',
    aps: { 'mutable-content': 1n, alert: { title: 'Something new' }, sound: 'default' },
  },
};

const body = (...push_requests: unknown[]) => ({ realm_uuid: REALM, push_requests });
const readOne = (item: unknown) => readNotifyRequest(body(item)).requests[0];
const device = (kind: Device['kind']): Device => ({ id: '7', kind, account: String(LARGEST), token: 't', appId: null });

describe('a request for notifications', () => {
  it('is read, with integers of 64 bits', () => {
    const { realmUuid, requests } = readNotifyRequest({ ...body(toAndroid, toApple), realm_uuid: REALM.toUpperCase() });
    expect(realmUuid).toBe(REALM);
    expect(requests).toEqual([
      {
        deviceId: '7',
        priority: 'high',
        pushType: 'alert',
        collapseId: null,
        encryptedData: 'AAAA',
        title: 'New notification',
        hasSound: false,
      },
      {
        deviceId: '8',
        priority: 'high',
        pushType: 'alert',
        collapseId: 'c1',
        encryptedData: 'AAAA',
        title: 'Something new',
        hasSound: true,
      },
    ]);
    expect(readOne({ ...toAndroid, device_id: LARGEST }).deviceId).toBe(String(LARGEST));
  });

  it('may remove notifications', () => {
    expect(readOne({ ...toAndroid, fcm_priority: 'normal' })).toMatchObject({ pushType: 'background' });
    const headers = { apns_priority: 5n, apns_push_type: 'background' };
    expect(readOne({ ...toApple, http_headers: headers })).toMatchObject({
      pushType: 'background',
      priority: 'normal',
    });
  });

  it('may name no devices', () => {
    expect(readNotifyRequest(body()).requests).toEqual([]);
  });

  it.each([
    ['no object', null],
    ['a list', []],
    ['no realm', { push_requests: [] }],
    ['a realm that is none', { realm_uuid: 'x', push_requests: [] }],
    ['a number as its realm', { realm_uuid: 7n, push_requests: [] }],
    ['no list', { realm_uuid: REALM, push_requests: {} }],
    ['more than a call may hold', body(...Array<unknown>(MAX_REQUESTS + 1).fill(toAndroid))],
    ['an item that is none', body(toAndroid, 'x')],
    ['no device', body({ ...toAndroid, device_id: undefined })],
    ['a device in words', body({ ...toAndroid, device_id: '7' })],
    ['half a device', body({ ...toAndroid, device_id: 7.5 })],
    ['a device of 65 bits', body({ ...toAndroid, device_id: LARGEST + 1n })],
    ['no priority', body({ ...toAndroid, fcm_priority: undefined })],
    ['a priority of its own', body({ ...toAndroid, fcm_priority: 'urgent' })],
    ["a priority that Apple's service does not know", body({ ...toApple, http_headers: { apns_priority: 7n } })],
    ["a type that Apple's service does not know", body({ ...toApple, http_headers: { apns_push_type: 'voip' } })],
    ['no payload', body({ ...toAndroid, payload: undefined })],
    ['no account', body({ ...toAndroid, payload: { encrypted_data: 'AAAA' } })],
    ['no content', body({ ...toAndroid, payload: { push_account_id: 1n } })],
    ['content in the clear', body({ ...toAndroid, payload: { push_account_id: 1n, encrypted_data: 'Hello, Ana!' } })],
    ['too much of it', body({ ...toAndroid, payload: { push_account_id: 1n, encrypted_data: 'A'.repeat(4_100) } })],
    ['a collapse id that is long', body({ ...toAndroid, collapse_id: 'c'.repeat(65) })],
    ['a collapse id that is none', body({ ...toAndroid, collapse_id: 7n })],
    [
      'a title that is long',
      body({ ...toApple, payload: { ...toApple.payload, aps: { alert: { title: 'x'.repeat(101) } } } }),
    ],
    ['a title that is none', body({ ...toApple, payload: { ...toApple.payload, aps: { alert: { title: {} } } } })],
  ])('with %s is refused', (_, wrong) => {
    expect(() => readNotifyRequest(wrong)).toThrow(RequestIsInvalid);
  });
});

describe('the data for the services', () => {
  it('of a notification for Android is two texts', () => {
    const request = readOne({ ...toAndroid, payload: { ...toAndroid.payload, title: 'Ana wrote' }, note: 'Ana wrote' });
    expect(payloadFor(device('fcm'), request)).toEqual({ push_account_id: String(LARGEST), encrypted_data: 'AAAA' });
  });

  it("of one for Apple's devices is the account, the encrypted data and a title", () => {
    const aps = {
      ...toApple.payload.aps,
      'thread-id': 'general',
      alert: { title: 'Something new', body: 'Ana wrote' },
    };
    const request = readOne({ ...toApple, payload: { ...toApple.payload, aps } });
    expect(payloadFor(device('apns'), request)).toEqual({
      push_account_id: LARGEST,
      encrypted_data: 'AAAA',
      aps: { 'mutable-content': 1, alert: { title: 'Something new' }, sound: 'default' },
    });
  });

  it('of one that only removes a notification is smaller', () => {
    const headers = { apns_priority: 5n, apns_push_type: 'background' };
    const { aps } = payloadFor(device('apns'), readOne({ ...toApple, http_headers: headers }));
    expect(aps).toEqual({ 'content-available': 1 });
  });

  it('of one by Web Push is the account and the encrypted data', () => {
    const request = readOne(toAndroid);
    expect(payloadFor(device('web_push'), request)).toEqual({ push_account_id: LARGEST, encrypted_data: 'AAAA' });
  });
});
