import { isIPv4, isIPv6 } from 'node:net';
import { IPv4, IPv6 } from 'ipaddr.js';

/** All addresses that are handed out for use in the whole Internet today. */
const GLOBAL_UNICAST: [IPv6, number] = [IPv6.parse('2000::'), 3];

/**
 * Whether an address is one of the public Internet. False for whatever may mean something else where this server
 * stands: private, loopback, link-local, shared, multicast, documentation and reserved ranges, and IPv6 addresses that
 * carry an IPv4 address on (mapped, NAT64, 6to4, Teredo). False also for what is no address.
 */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return IPv4.parse(address).range() === 'unicast';
  if (!isIPv6(address) || address.includes('%')) return false;
  const parsed = IPv6.parse(address);
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}
