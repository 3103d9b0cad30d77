import { createECDH } from 'node:crypto';
import { readSubscription } from './subscription';

const key = createECDH('prime256v1').generateKeys();
const secret = Buffer.alloc(16, 7);
const keys = { p256dh: key.toString('base64url'), auth: secret.toString('base64url') };
const endpoint = 'https://push.example/send/abc?d=1';

describe('readSubscription', () => {
  it('reads the JSON of browsers, and ignores other fields', () =>
    expect(readSubscription(JSON.stringify({ endpoint, expirationTime: null, keys: { ...keys, more: 1 } }))).toEqual({
      endpoint,
      keys,
    }));

  it('reads keys in the other alphabet, with padding', () => {
    const padded = { p256dh: key.toString('base64'), auth: secret.toString('base64') };
    expect(readSubscription(JSON.stringify({ endpoint, keys: padded }))).toEqual({ endpoint, keys: padded });
  });

  it.each([
    ['no JSON', 'endpoint'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no endpoint', JSON.stringify({ keys })],
    ['a file', JSON.stringify({ endpoint: 'file:///etc/passwd', keys })],
    ['an address with credentials', JSON.stringify({ endpoint: 'https://me:secret@push.example/', keys })],
    ['an endless address', JSON.stringify({ endpoint: `https://push.example/${'a'.repeat(2_048)}`, keys })],
    ['no keys', JSON.stringify({ endpoint })],
    ['a short secret', JSON.stringify({ endpoint, keys: { ...keys, auth: 'AAAA' } })],
    ['a secret that is a number', JSON.stringify({ endpoint, keys: { ...keys, auth: 1 } })],
    ['a point that is not on the curve', JSON.stringify({ endpoint, keys: { ...keys, p256dh: offTheCurve() } })],
  ])('is null for %s', (_, token) => expect(readSubscription(token)).toBeNull());
});

function offTheCurve(): string {
  const point = Buffer.from(key);
  point[64] ^= 1;
  return point.toString('base64url');
}
