import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { CheckedAddress } from './destinations';

export interface ExchangeOptions {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
}

/**
 * Sends one request and reads the head of its answer; the body follows. `addresses`: the only addresses for the
 * connection; `null`: all that the system resolves.
 */
export function exchange(
  url: URL,
  addresses: readonly CheckedAddress[] | null,
  { method, headers, body, signal }: ExchangeOptions,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // A separate agent, so that no connection to an earlier checked address is reused.
    const lookup = addresses ? { lookup: only(addresses) } : {};
    request(url, { agent: false, method, headers, signal, ...lookup, maxHeaderSize: 16_384 })
      .once('response', resolve)
      .once('error', reject)
      // Of an answer that changes the protocol nothing else is heard, not even at the deadline.
      .once('close', () => reject(new Error('the connection was closed without an answer')))
      .end(body);
  });
}

/** A lookup function that returns the checked addresses for every name. */
const only =
  (addresses: readonly CheckedAddress[]): LookupFunction =>
  (_, { all }, callback) => {
    const [first] = addresses;
    if (all || !first) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
