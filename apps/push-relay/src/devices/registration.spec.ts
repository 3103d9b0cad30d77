import { createECDH } from 'node:crypto';
import { RegistrationIsExpired, RequestIsInvalid } from '../http/errors';
import { readRegistration } from './registration';

const NOW = 1_760_000_000;
const HOUR = 3_600;

const subscription = {
  endpoint: 'https://push.example.org/endpoint/1',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') },
};

const fcm = { token: 'fcm:token_1', token_kind: 'fcm', timestamp: NOW };
const apns = { token: 'AB01', token_kind: 'apns', timestamp: NOW, ios_app_id: 'org.example.chat' };
const webPush = { token: JSON.stringify(subscription), token_kind: 'web_push', timestamp: NOW, ios_app_id: null };

const read = (dictionary: unknown, now = NOW) => readRegistration(JSON.stringify(dictionary), now);

describe('a registration', () => {
  it('of each kind is read', () => {
    expect(read(fcm)).toEqual({ kind: 'fcm', token: 'fcm:token_1', appId: null });
    expect(read(apns)).toEqual({ kind: 'apns', token: 'ab01', appId: 'org.example.chat' });
    expect(read(webPush)).toEqual({ kind: 'web_push', token: JSON.stringify(subscription), appId: null });
  });

  it('may contain fields that this version does not know', () => {
    expect(read({ ...fcm, colour: 'red' }).token).toBe('fcm:token_1');
    const more = { ...subscription, expirationTime: null, keys: { ...subscription.keys, more: 1 } };
    expect(read({ ...webPush, token: JSON.stringify(more) }).token).toBe(JSON.stringify(subscription));
  });

  it('is valid for a day, and from clocks that are an hour ahead', () => {
    for (const timestamp of [NOW - 24 * HOUR, NOW, NOW + HOUR]) expect(read({ ...fcm, timestamp }).kind).toBe('fcm');
    for (const timestamp of [0, NOW - 24 * HOUR - 1, NOW + HOUR + 1, NOW + 48 * HOUR])
      expect(() => read({ ...fcm, timestamp })).toThrow(RegistrationIsExpired);
  });

  it.each([
    ['nothing', 'null'],
    ['a list', '[]'],
    ['no JSON', '{"token"'],
    ['no kind', JSON.stringify({ ...fcm, token_kind: undefined })],
    ['an unknown kind', JSON.stringify({ ...fcm, token_kind: 'gcm' })],
    ['a kind that is a list', JSON.stringify({ ...fcm, token_kind: ['fcm'] })],
    ['no token', JSON.stringify({ ...fcm, token: undefined })],
    ['an empty token', JSON.stringify({ ...fcm, token: '' })],
    ['a number as its token', JSON.stringify({ ...fcm, token: 7 })],
    ['a token with a space', JSON.stringify({ ...fcm, token: 'a b' })],
    ['a token that is too long', JSON.stringify({ ...fcm, token: 'a'.repeat(4_097) })],
    ['a token that is no hex', JSON.stringify({ ...apns, token: 'xyz1' })],
    ['half a byte', JSON.stringify({ ...apns, token: 'abc' })],
    ['no app', JSON.stringify({ ...apns, ios_app_id: undefined })],
    ['an app with a path', JSON.stringify({ ...apns, ios_app_id: '../org' })],
    ["an app of Apple's on Android", JSON.stringify({ ...fcm, ios_app_id: 'org.example.chat' })],
    ['no time', JSON.stringify({ ...fcm, timestamp: undefined })],
    ['a time in words', JSON.stringify({ ...fcm, timestamp: String(NOW) })],
    ['a time before 1970', JSON.stringify({ ...fcm, timestamp: -1 })],
    ['half a second', JSON.stringify({ ...fcm, timestamp: NOW + 0.5 })],
    ['a subscription that is no JSON', JSON.stringify({ ...webPush, token: 'https://push.example.org' })],
    ['an endpoint that is none', JSON.stringify({ ...webPush, token: '{"endpoint":"file:///etc/passwd","keys":{}}' })],
    [
      'a key of the wrong length',
      JSON.stringify({ ...webPush, token: JSON.stringify({ ...subscription, keys: { p256dh: 'AA', auth: 'AA' } }) }),
    ],
  ])('with %s is refused', (_, text) => {
    expect(() => readRegistration(text, NOW)).toThrow(RequestIsInvalid);
  });

  it('is refused with an error that repeats nothing of it', () => {
    const secret = 'sentinel token';
    expect(() => read({ ...fcm, token: secret })).not.toThrow(new RegExp(secret));
  });
});
