import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../support/fuzz/random';
import { encode, Parameters } from '../support/person';
import { PASSWORD, type Cluster } from './cluster';

/** The pause before a retry. */
export const BETWEEN_ATTEMPTS_MS = 50;
/** Restarts and a crash included, an answer must come within this time. */
const PATIENCE_MS = 90_000;
/** The frequency of lost answers, and of connections that break at some time. */
const LOST_ANSWERS = 0.04;
const BROKEN_CONNECTIONS = 0.02;
const BREAKS_WITHIN_MS = 60;

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** The result of a request that was repeated until it was done. */
export interface Outcome extends Reply {
  /** Whether some attempt was given up, so that its effect is unknown. */
  readonly isRepeated: boolean;
  /** Of the first attempt (performance.now()). */
  readonly from: number;
}

export interface Wish {
  readonly parameters?: Parameters;
  readonly form?: FormData;
  /** The error with which a second attempt reports that the first one succeeded. */
  readonly isDone?: (body: Reply['body']) => boolean;
  readonly patienceMs?: number;
  /** A node in place of the balancer. */
  readonly at?: string;
}

/** The error of the server. */
export class Refusal extends Error {
  constructor(
    request: string,
    readonly reply: Reply,
  ) {
    super(`${request}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }
}

/** Counts of what clients saw on the wire. */
export class Wire {
  attempts = 0;
  unanswered = 0;
  unready = 0;
  lost = 0;
  /** Whether the wire loses anything at all. */
  isLossy = false;
  /** The longest wait for one answer. */
  patienceMs = 10_000;

  constructor(readonly random: Random) {}
}

/** A user with an account, served by any node that the balancer chooses. */
export class Client {
  /** Answers that no outage explains. */
  readonly wrongAnswers: string[] = [];

  constructor(
    readonly cluster: Cluster,
    readonly wire: Wire,
    readonly id: number,
    readonly email: string,
    private authorization: string,
  ) {}

  static async login(cluster: Cluster, wire: Wire, email: string): Promise<Client> {
    const anonymous = new Client(cluster, wire, 0, email, '');
    const body = await anonymous.newKey(cluster.nodes[0].url);
    return new Client(cluster, wire, body.user_id as number, email, anonymous.authorization);
  }

  /** A deactivation ends all keys: a reactivated account needs another one. */
  async logInAgain(): Promise<void> {
    await this.newKey();
  }

  private async newKey(at?: string): Promise<Reply['body']> {
    const parameters = { username: this.email, password: PASSWORD };
    const { body } = await this.insist('POST', 'fetch_api_key', { parameters, at });
    this.authorization = `Basic ${Buffer.from(`${this.email}:${body.api_key as string}`).toString('base64')}`;
    return body;
  }

  /** One attempt; null: its effect is unknown, or no node was ready. */
  async attempt(method: string, path: string, wish: Wish = {}): Promise<Reply | null> {
    const { wire } = this;
    wire.attempts++;
    const isLost = wire.isLossy && wire.random.chance(LOST_ANSWERS);
    const breaks = wire.isLossy && wire.random.chance(BROKEN_CONNECTIONS);
    const patience = breaks ? wire.random.below(BREAKS_WITHIN_MS) : (wish.patienceMs ?? wire.patienceMs);
    try {
      const reply = await this.request(method, path, wish, AbortSignal.timeout(patience));
      if (reply.status === 503) wire.unready++;
      else if (isLost) wire.lost++;
      return reply.status === 503 || isLost ? null : reply;
    } catch {
      wire.unanswered++;
      return null;
    }
  }

  /** As many attempts as necessary: for requests that can be repeated. @throws Refusal, Error when no node answers */
  async insist(method: string, path: string, wish: Wish = {}): Promise<Outcome> {
    const from = performance.now();
    for (let isRepeated = false; ; isRepeated = true) {
      const reply = await this.attempt(method, path, wish);
      if (reply?.status === 200 || (reply && isRepeated && wish.isDone?.(reply.body)))
        return { ...reply, isRepeated, from };
      if (reply) {
        const refusal = new Refusal(`${method} ${path} ${isRepeated ? '(repeated)' : ''}`, reply);
        this.wrongAnswers.push(refusal.message);
        throw refusal;
      }
      if (performance.now() - from > PATIENCE_MS) throw new Error(`Nobody answered ${method} ${path}.`);
      await delay(BETWEEN_ATTEMPTS_MS);
    }
  }

  /** The body of a success. */
  async get(path: string, parameters: Parameters = {}): Promise<Reply['body']> {
    return (await this.insist('GET', path, { parameters })).body;
  }

  /** A file's content, or the status of a refusal. */
  async download(path: string): Promise<Buffer | number> {
    const from = performance.now();
    while (performance.now() - from < PATIENCE_MS) {
      try {
        const signal = AbortSignal.timeout(this.wire.patienceMs);
        const headers = { authorization: this.authorization };
        const response = await fetch(`${this.cluster.url}${path}`, { headers, signal });
        const content = Buffer.from(await response.arrayBuffer());
        if (response.status !== 503) return response.status === 200 ? content : response.status;
      } catch {
        this.wire.unanswered++;
      }
      await delay(BETWEEN_ATTEMPTS_MS);
    }
    throw new Error(`Nobody hands out ${path}.`);
  }

  private async request(method: string, path: string, wish: Wish, signal: AbortSignal): Promise<Reply> {
    const encoded = encode(wish.parameters ?? {});
    const query = method === 'GET' && encoded.size > 0 ? `?${encoded}` : '';
    const response = await fetch(`${wish.at ?? this.cluster.url}/api/v1/${path}${query}`, {
      method,
      headers: this.authorization ? { authorization: this.authorization } : {},
      signal,
      ...(method === 'GET' ? {} : { body: wish.form ?? encoded }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const body = isJson ? (JSON.parse(text) as Reply['body']) : { msg: text };
    const isUnready = response.status === 503;
    if (response.status >= 500 && !(isUnready && response.headers.has('retry-after')))
      this.wrongAnswers.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return { status: response.status, body };
  }
}
