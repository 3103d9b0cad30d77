import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { Config } from '../config/config';
import { readBody } from './body';
import { Destinations } from './destinations';
import { OutboundFailed, OutboundIsRefused } from './errors';
import { exchange } from './exchange';

const DEADLINE_MS = 5_000;
const MAX_BYTES = 1_048_576;

export interface ExchangeRequest {
  /** Absolute. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Talks with the identity providers of organizations: encrypted, and with public addresses, unless the operator allows
 * others. Any port. No redirect is followed. Five seconds and 1 MiB at most.
 */
@Injectable()
export class OutboundExchanges {
  constructor(
    private readonly destinations: Destinations,
    private readonly config: Config,
  ) {}

  /** @throws OutboundIsRefused, OutboundFailed */
  async ask({ url, ...request }: ExchangeRequest): Promise<ExchangeResponse> {
    if (!URL.canParse(url)) throw new OutboundIsRefused('this is no address');
    const at = new URL(url);
    const signal = AbortSignal.timeout(DEADLINE_MS);
    try {
      const response = await exchange(at, await this.addressesOf(at, signal), { ...request, signal });
      const { body, isTruncated } = await readBody(response, MAX_BYTES);
      signal.throwIfAborted();
      if (isTruncated) throw new OutboundFailed('the answer is too long', true);
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (error) {
      if (error instanceof OutboundIsRefused || error instanceof OutboundFailed) throw error;
      throw new OutboundFailed((error as Error).message, false);
    }
  }

  private addressesOf(at: URL, signal: AbortSignal) {
    if (at.protocol !== 'http:' && at.protocol !== 'https:')
      throw new OutboundIsRefused('only web addresses are asked');
    if (at.username !== '' || at.password !== '')
      throw new OutboundIsRefused('addresses with credentials are not asked');
    if (this.config.ssoAllowsPrivateAddresses) return null;
    if (at.protocol !== 'https:') throw new OutboundIsRefused('only encrypted addresses are asked');
    return this.destinations.addressesOf(at, signal);
  }
}
