import { IPv6 } from 'ipaddr.js';
import { isIPv6 } from 'node:net';

/** The addresses of one subscriber of an Internet provider: the owner of one address of the block controls all of them. */
const BLOCK_BITS = 64;

/** Some proxies add the port that the client had, to `X-Forwarded-For` also: each connection has another. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[([0-9a-f:.%]+)\])(?::\d+)?$/i;

/** Node knows no address of a connection that has ended; its client does not get the answer. */
const ENDED = 'ended';

/** What counts as one address: an IPv4 address, also one that is written as IPv6, or the first 64 bits of an IPv6 address. */
export function addressBlock(address: string | undefined): string {
  if (address === undefined) return ENDED;
  const [, v4, v6] = WITH_PORT.exec(address) ?? [];
  const [plain = address] = (v4 ?? v6 ?? address).split('%', 1);
  if (!isIPv6(plain)) return plain;
  const parsed = IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return IPv6.networkAddressFromCIDR(`${plain}/${BLOCK_BITS}`).toString();
}
