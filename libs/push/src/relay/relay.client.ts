import { ZULIP_VERSION } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { parse, stringify } from 'lossless-json';
import type { IncomingHttpHeaders } from 'node:http';
import type { RelayAnswer, RelayBody } from './relay-answer';
import { Connections, RawAnswer } from './relay-exchange.client';

export type { RelayAnswer };

export type RelayPath =
  'push/e2ee/register' | 'push/e2ee/notify' | 'push/register' | 'push/unregister' | 'push/notify' | 'server/analytics';

const DEADLINE_MS = 30_000;
const ANSWER_LIMIT = 4 * 1024 * 1024;
/** What has more digits has more than 64 bits, and takes long to read. */
const MOST_DIGITS = 20;
/** Codes are told in logs, and remembered: anything else is none. */
const CODE = /^[A-Z\d_]{1,64}$/;

/**
 * The push relay, as a client of its HTTP interface (docs/protocol/notifications.md). The operator has named it, so
 * that it may be anywhere, on this machine, too.
 */
@Injectable()
export class Relay implements OnApplicationShutdown {
  private readonly connections = new Connections();

  constructor(private readonly config: Config) {}

  /** false: there is nobody to ask. */
  get isConfigured(): boolean {
    return this.config.pushRelay !== null;
  }

  /**
   * One request; never throws for what the relay does or fails to do. In a body, a `bigint` becomes a whole number; of a
   * form, what is neither text nor number becomes JSON. Never inside a transaction.
   * @throws Error where no relay is configured, or when `signal` of the caller aborts it
   */
  async post(
    path: RelayPath,
    body: Readonly<Record<string, unknown>>,
    encoding: 'form' | 'json',
    signal?: AbortSignal,
  ): Promise<RelayAnswer> {
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
      return answerOf(await this.connections.post(new URL(`${url}/api/v1/remotes/${path}`), request));
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

function answerOf({ status, headers, body: text }: RawAnswer): RelayAnswer {
  const body = objectIn(text);
  const retryAfterSeconds = retryAfter(headers);
  if (status >= 200 && status < 300)
    return body ? { kind: 'done', body } : { kind: 'broken', status, retryAfterSeconds };
  if (status >= 500) return { kind: 'broken', status, retryAfterSeconds };
  const code = typeof body?.code === 'string' && CODE.test(body.code) ? body.code : null;
  return { kind: 'refused', status, code, body: body ?? {}, retryAfterSeconds };
}

/** null: it is no JSON object. */
function objectIn(text: string): RelayBody | null {
  try {
    const value = parse(text, undefined, {
      parseNumber: (digits) =>
        digits.length <= MOST_DIGITS && /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits),
    });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RelayBody) : null;
  } catch {
    return null; // what a broken proxy says is no answer of the relay
  }
}

/** In seconds, as far as the answer names a number. */
function retryAfter({ 'retry-after': value }: IncomingHttpHeaders): number | null {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
