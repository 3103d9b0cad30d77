import * as fc from 'fast-check';
import { isGlobalAddress } from './global-address';

describe('isGlobalAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])(
    'is true for %s',
    (address) => expect(isGlobalAddress(address)).toBe(true),
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.5.4'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.9'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['benchmarking', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback, written out', '0:0:0:0:0:0:0:1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, of a public address', '::ffff:8.8.8.8'],
    ['mapped, in hexadecimal', '::ffff:7f00:1'],
    ['compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, local', '64:ff9b:1::a00:1'],
    ['discard', '100::1'],
    ['Teredo', '2001:0:7f00:1::'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['6to4', '2002:7f00:1::'],
    ['segment routing', '5f00::1'],
    ['not handed out', '4000::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['a decimal number', '2130706433'],
    ['an octal form', '0177.0.0.1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('is false for %s: %s', (_, address) => expect(isGlobalAddress(address)).toBe(false));

  it('is false for every IPv4 address that an IPv6 address carries', () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), (parts) => {
        const inside = parts.join('.');
        const [high, low] = [parts[0] * 256 + parts[1], parts[2] * 256 + parts[3]].map((n) => n.toString(16));
        const forms = [
          `::ffff:${inside}`,
          `::${inside}`,
          `64:ff9b::${inside}`,
          `2002:${high}:${low}::1`,
          `2001::${inside}`,
        ];
        expect(forms.filter(isGlobalAddress)).toEqual([]);
      }),
    );
  });
});
