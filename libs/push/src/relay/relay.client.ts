import { ZULIP_VERSION } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { parse, stringify } from 'lossless-json';
import type { IncomingHttpHeaders } from 'node:http';
import type { RelayResponse, RelayBody } from './relay-response';
import { Connections, RawResponse } from './relay-exchange.client';

export type { RelayResponse };

export type RelayPath =
  'push/e2ee/register' | 'push/e2ee/notify' | 'push/register' | 'push/unregister' | 'push/notify' | 'server/analytics';

const DEADLINE_MS = 30_000;
const ANSWER_LIMIT = 4 * 1024 * 1024;
/** Longer numbers have more than 64 bits and take long to parse. */
const MAX_DIGITS = 20;
/** Codes are logged and stored, so other texts are rejected. */
const CODE = /^[A-Z\d_]{1,64}$/;

/**
 * The client of the push relay's HTTP interface (docs/protocol/notifications.md). The operator configures the address,
 * so private addresses are allowed.
 */
@Injectable()
export class Relay implements OnApplicationShutdown {
  private readonly connections = new Connections();

  constructor(private readonly config: Config) {}

  /** `false`: no relay is configured. */
  get isConfigured(): boolean {
    return this.config.pushRelay !== null;
  }

  /**
   * Sends one request. Never throws because of the relay. In a JSON body, a `bigint` becomes an integer; in a form,
   * other values than text and numbers become JSON. Called outside transactions.
   * @throws Error where no relay is configured, or when `signal` of the caller aborts it
   */
  async post(
    path: RelayPath,
    body: Readonly<Record<string, unknown>>,
    encoding: 'form' | 'json',
    signal?: AbortSignal,
  ): Promise<RelayResponse> {
    const { url, organizationId, key } = this.credentials();
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const request = {
      headers: {
        authorization: `Basic ${Buffer.from(`${organizationId}:${key}`).toString('base64')}`,
        'user-agent': `ZulipServer/${ZULIP_VERSION}`,
        accept: 'application/json',
        'content-type': encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: encoding === 'json' ? stringify(body)! : formOf(body),
      limit: ANSWER_LIMIT,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    };
    try {
      return responseOf(await this.connections.post(new URL(`${url}/api/v1/remotes/${path}`), request));
    } catch (error) {
      signal?.throwIfAborted();
      const reason = deadline.aborted ? `no answer within ${DEADLINE_MS} ms` : (error as Error).message;
      return { kind: 'unreachable', reason };
    }
  }

  onApplicationShutdown(): void {
    this.connections.close();
  }

  private credentials(): NonNullable<Config['pushRelay']> {
    if (!this.config.pushRelay) throw new Error('No push relay is configured.');
    return this.config.pushRelay;
  }
}

function formOf(body: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(fields.map(([name, value]) => [name, fieldOf(value)])).toString();
}

const fieldOf = (value: unknown): string => (typeof value === 'string' ? value : stringify(value)!);

function responseOf({ status, headers, body: text }: RawResponse): RelayResponse {
  const body = objectIn(text);
  const retryAfterSeconds = retryAfter(headers);
  if (status >= 200 && status < 300)
    return body ? { kind: 'done', body } : { kind: 'broken', status, retryAfterSeconds };
  if (status >= 500) return { kind: 'broken', status, retryAfterSeconds };
  const code = typeof body?.code === 'string' && CODE.test(body.code) ? body.code : null;
  return { kind: 'refused', status, code, body: body ?? {}, retryAfterSeconds };
}

/** `null`: not a JSON object. */
function objectIn(text: string): RelayBody | null {
  try {
    const value = parse(text, undefined, {
      parseNumber: (digits) =>
        digits.length <= MAX_DIGITS && /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits),
    });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RelayBody) : null;
  } catch {
    return null; // a proxy's error page is not an answer of the relay
  }
}

/** In seconds, if the answer contains a number. */
function retryAfter({ 'retry-after': value }: IncomingHttpHeaders): number | null {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
