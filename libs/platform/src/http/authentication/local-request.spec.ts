import { isLocalRequest } from './local-request';

const request = (remoteAddress: string | undefined, ip: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, ip, headers: { host: 'localhost:9991', ...headers } }) as never;
const local = (headers: Record<string, string>) => request('127.0.0.1', '127.0.0.1', headers);

describe('a request from this machine', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('comes from %s', (address) => {
    expect(isLocalRequest(request(address, address))).toBe(true);
  });

  it.each(['localhost', '127.0.0.1:9991', '[::1]:9991', 'acme.localhost:9991', 'LOCALHOST'])('is for %s', (host) => {
    expect(isLocalRequest(local({ host, origin: `http://${host}` }))).toBe(true);
  });

  it.each([
    ['another address', request('192.0.2.7', '192.0.2.7')],
    ['an address that only begins alike', request('127.0.0.1.example', '127.0.0.1.example')],
    ['a mapped address of another machine', request('::ffff:192.0.2.7', '::ffff:192.0.2.7')],
    ['a proxy here that names its client', request('127.0.0.1', '192.0.2.7')],
    ['an untrusted proxy on this machine', local({ 'x-forwarded-for': '192.0.2.7' })],
    ['a proxy here that says only how it was asked', local({ 'x-forwarded-proto': 'https' })],
    ['a proxy here that says only its name', local({ via: '1.1 proxy' })],
    ['a proxy that claims to stand for this machine', local({ forwarded: 'for=127.0.0.1' })],
    ['a connection that is gone', request(undefined, '127.0.0.1')],
    ['a page whose name leads here (DNS rebinding)', local({ host: 'rebound.attacker.example:9991' })],
    ['a name that only begins like an address', local({ host: '127.0.0.1.attacker.example' })],
    ['a name that only ends alike', local({ host: 'notlocalhost' })],
    ['a request without a host', local({ host: '' })],
    ['a page of another site', local({ origin: 'https://attacker.example' })],
    ['a page without a site', local({ origin: 'null' })],
  ])('does not come from %s', (_, one) => {
    expect(isLocalRequest(one)).toBe(false);
  });
});
