import { isIPv4, isIPv6 } from 'node:net';
import { IPv4, IPv6 } from 'ipaddr.js';

/** All addresses that are handed out for use in the whole Internet today. */
const GLOBAL_UNICAST: [IPv6, number] = [IPv6.parse('2000::'), 3];

/**
 * Whether an address is public. `false` for all that may have a local meaning: private, loopback, link-local, shared,
 * multicast, documentation and reserved ranges, and IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4,
 * Teredo). Also `false` for an invalid address.
 */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return IPv4.parse(address).range() === 'unicast';
  if (!isIPv6(address) || address.includes('%')) return false;
  const parsed = IPv6.parse(address);
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}
