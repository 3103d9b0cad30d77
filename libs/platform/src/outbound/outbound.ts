import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { Config } from '../config/config';
import { ENCODINGS, readBody } from './body';
import { Destinations } from './destinations';
import { OutboundFailed, OutboundIsRefused } from './errors';
import { exchange } from './exchange';

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const DEADLINE_MS = 10_000;

export interface OutboundRequest {
  /** Absolute. */
  readonly url: string;
  /** Media types that are read, such as `text/html`; anything else is a failure. */
  readonly types: readonly string[];
  /** Bytes of the unpacked body; a longer one is cut. */
  readonly limit: number;
  /** For everything together: names, redirects, body. Default: ten seconds. */
  readonly deadlineMs?: number;
  /** Ends it before its deadline. */
  readonly signal?: AbortSignal;
}

/** An answer of a status from 200 to 299, with its body up to the limit. */
export interface OutboundResponse {
  /** Where the redirects have led. */
  readonly url: string;
  /** Lower-case, without parameters. */
  readonly type: string;
  /** As the answer names it, or null. */
  readonly charset: string | null;
  readonly body: Buffer;
  readonly isTruncated: boolean;
}

/**
 * The only way in which this server requests addresses that users provide. It requests only public addresses, and
 * connects to exactly the address that was checked, again at each redirect. It sends no cookies or credentials, and
 * bounds time and size.
 */
@Injectable()
export class Outbound {
  constructor(
    private readonly destinations: Destinations,
    private readonly config: Config,
  ) {}

  /** @throws OutboundIsRefused, OutboundFailed */
  async get({ url, types, limit, deadlineMs = DEADLINE_MS, signal: end }: OutboundRequest): Promise<OutboundResponse> {
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = end ? AbortSignal.any([deadline, end]) : deadline;
    try {
      const { response, at } = await this.follow(parsed(url, undefined), types, signal);
      const { type, charset } = typeOf(response);
      if (!types.includes(type)) {
        response.destroy();
        throw new OutboundFailed(`the answer is ${type || 'of no type'}`, true);
      }
      const content = await readBody(response, limit);
      signal.throwIfAborted(); // a body without a length ends like any other when it is broken off
      return { url: at.href, type, charset, ...content };
    } catch (error) {
      if (error instanceof OutboundIsRefused || error instanceof OutboundFailed) throw error;
      if (deadline.aborted) throw new OutboundFailed(`no answer within ${deadlineMs} ms`, false);
      throw new OutboundFailed((error as Error).message, false);
    }
  }

  private async follow(
    first: URL,
    types: readonly string[],
    signal: AbortSignal,
  ): Promise<{ response: IncomingMessage; at: URL }> {
    let at = first;
    for (let redirects = 0; ; redirects++) {
      const response = await this.ask(at, types, signal);
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) return { response, at };
      response.destroy();
      const { location } = response.headers;
      if (!REDIRECTS.has(statusCode) || location === undefined)
        throw new OutboundFailed(`the answer is ${statusCode}`, isLasting(statusCode));
      if (redirects === MAX_REDIRECTS) throw new OutboundFailed('it leads on and on', true);
      at = parsed(location, at);
    }
  }

  private async ask(url: URL, types: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
    this.destinations.assertMayAsk(url);
    const addresses = await this.destinations.addressesOf(url, signal);
    return exchange(url, addresses, { headers: this.headers(types), signal });
  }

  private headers(types: readonly string[]): Record<string, string> {
    return {
      'user-agent': `Parley (+${this.config.baseUrl})`,
      accept: [...types, '*/*;q=0.1'].join(', '),
      'accept-encoding': ENCODINGS,
      'accept-language': 'en',
    };
  }
}

function parsed(url: string, base: URL | undefined): URL {
  if (!URL.canParse(url, base)) throw new OutboundIsRefused('this is no address');
  return new URL(url, base);
}

function typeOf({ headers }: IncomingMessage): { type: string; charset: string | null } {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const charset = parameters.map((one) => /^charset="?([^"]+)"?$/i.exec(one)?.[1]).find((one) => one !== undefined);
  return { type: type.toLowerCase(), charset: charset ?? null };
}

/** Too many requests, a timeout and a server's own failure pass. */
const isLasting = (status: number): boolean => status !== 408 && status !== 429 && status < 500;
