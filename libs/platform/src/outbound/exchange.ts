import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { CheckedAddress } from './destinations';

/** One request, its answer's head read; the body is still to come. */
export function exchange(
  url: URL,
  addresses: readonly CheckedAddress[],
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // A connection of its own, so that none is used that was made to an address checked earlier.
    request(url, { agent: false, headers, signal, lookup: only(addresses), maxHeaderSize: 16_384 })
      .once('response', resolve)
      .once('error', reject)
      // Of an answer that changes the protocol nothing else is heard, not even at the deadline.
      .once('close', () => reject(new Error('the connection was closed without an answer')))
      .end();
  });
}

/** Answers with the checked addresses, whatever it is asked. */
const only =
  (addresses: readonly CheckedAddress[]): LookupFunction =>
  (_, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0].address, addresses[0].family);
  };
