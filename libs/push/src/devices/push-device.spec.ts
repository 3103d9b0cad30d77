import * as fc from 'fast-check';
import { assertRegistration, keyIn, MAX_REGISTRATION, statusOf } from './push-device';

const key = (text: string) => () => keyIn('push_public_key', text);

describe('keyIn', () => {
  it('reads every 32 bytes in standard base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(keyIn('push_public_key', text)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('refuses any other number of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        fc.pre(bytes.length !== 32);
        expect(key(Buffer.from(bytes).toString('base64'))).toThrow('push_public_key is not a public key');
      }),
    );
  });

  const GOOD = Buffer.alloc(32, 0xfb).toString('base64');
  it.each([
    ['the alphabet of addresses', GOOD.replaceAll('+', '-').replaceAll('/', '_')],
    ['no padding', GOOD.replace(/=+$/, '')],
    ['too much padding', `${GOOD}=`],
    ['a space in it', `${GOOD.slice(0, 10)} ${GOOD.slice(10)}`],
    ['a line break behind it', `${GOOD}\n`],
    ['bits that stand for nothing', `${GOOD.slice(0, -2)}/=`],
    ['hexadecimal digits', Buffer.alloc(32).toString('hex')],
    ['nothing', ''],
  ])('refuses %s', (_, text) => expect(key(text)).toThrow('push_public_key is not a public key'));
});

describe('a registration', () => {
  it.each([['AAAA'], ['AA=='], ['A'.repeat(MAX_REGISTRATION)]])('may be base64 (%#)', (text) =>
    expect(() => assertRegistration(text)).not.toThrow(),
  );

  it.each([[''], ['AAA'], ['A-_A'], ['{}'], ['A'.repeat(MAX_REGISTRATION + 4)]])('may be nothing else (%#)', (text) =>
    expect(() => assertRegistration(text)).toThrow('encrypted_push_registration'),
  );
});

describe('statusOf', () => {
  it.each([
    ['pending', null, null],
    ['active', 0n, null],
    ['failed', null, 'BAD_REQUEST'],
    ['failed', 5n, 'REQUEST_EXPIRED'],
  ] as const)('is %s for the id %p and the error %p', (status, deviceId, errorCode) =>
    expect(statusOf({ deviceId, errorCode })).toBe(status),
  );
});
