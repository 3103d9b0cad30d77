import { comesFromThisMachine } from './local-request';

const request = (remoteAddress: string | undefined, ip: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, ip, headers }) as never;

describe('a request from this machine', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('comes from %s', (address) => {
    expect(comesFromThisMachine(request(address, address))).toBe(true);
  });

  it.each([
    ['another address', request('192.0.2.7', '192.0.2.7')],
    ['an address that only begins alike', request('127.0.0.1.example', '127.0.0.1.example')],
    ['a mapped address of another machine', request('::ffff:192.0.2.7', '::ffff:192.0.2.7')],
    ['a proxy here that names its client', request('127.0.0.1', '192.0.2.7')],
    ['a proxy here that nobody trusts', request('127.0.0.1', '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })],
    [
      'a proxy that claims to stand for this machine',
      request('127.0.0.1', '127.0.0.1', { forwarded: 'for=127.0.0.1' }),
    ],
    ['a connection that is gone', request(undefined, '127.0.0.1')],
  ])('does not come from %s', (_, one) => {
    expect(comesFromThisMachine(one)).toBe(false);
  });
});
