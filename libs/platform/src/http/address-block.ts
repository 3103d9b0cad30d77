import { IPv6 } from 'ipaddr.js';
import { isIPv6 } from 'node:net';

/** What one subscriber of the Internet has at least: whoever has one address of it has them all. */
const BLOCK_BITS = 64;

/** What counts as one address: an IPv4 address, also one that is written as IPv6, or the first 64 bits of an IPv6 address. */
export function addressBlock(address: string): string {
  const [plain] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const parsed = IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return IPv6.networkAddressFromCIDR(`${plain}/${BLOCK_BITS}`).toString();
}
