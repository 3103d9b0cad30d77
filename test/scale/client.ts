import { setTimeout as delay } from 'node:timers/promises';
import { encode, Parameters } from '../support/person';
import type { Cluster } from './cluster';

const BETWEEN_ATTEMPTS_MS = 25;
/** Restarts and a crash included, somebody must answer within this time. */
const PATIENCE_MS = 30_000;

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** What became of one attempt: an answer, a request that reached nobody, or one whose fate is not known. */
export type Attempt = Reply | 'refused' | 'unknown';

/** Somebody with an account, who asks one node after the other. */
export class Client {
  /** Answers that no outage justifies. */
  readonly wrongAnswers: string[] = [];
  private turn = 0;

  private constructor(
    private readonly cluster: Cluster,
    readonly id: number,
    private readonly authorization: string,
  ) {}

  static async login(cluster: Cluster, email: string): Promise<Client> {
    const stranger = new Client(cluster, 0, '');
    const { user_id, api_key } = await stranger.ask('POST', 'dev_fetch_api_key', { username: email });
    const authorization = `Basic ${Buffer.from(`${email}:${api_key as string}`).toString('base64')}`;
    return new Client(cluster, user_id as number, authorization);
  }

  /** One attempt, at the next node. */
  async attempt(method: string, path: string, parameters: Parameters, patienceMs = PATIENCE_MS): Promise<Attempt> {
    const { nodes } = this.cluster;
    const { url } = nodes[this.turn++ % nodes.length];
    const encoded = encode(parameters);
    const inQuery = method === 'GET';
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const response = await fetch(`${url}/api/v1/${path}${inQuery ? `?${encoded}` : ''}`, {
        method,
        headers: this.authorization ? { authorization: this.authorization } : {},
        signal,
        ...(inQuery ? {} : { body: encoded }),
      });
      const reply = { status: response.status, body: (await response.json()) as Reply['body'] };
      if (reply.status !== 200 && reply.status !== 503)
        this.wrongAnswers.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply;
    } catch (error) {
      return isRefusal(error) ? 'refused' : 'unknown';
    }
  }

  /** The body of a success, as many attempts as it takes: for what may be done twice. */
  async ask(method: string, path: string, parameters: Parameters = {}): Promise<Reply['body']> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const reply = await this.attempt(method, path, parameters);
      if (typeof reply !== 'string' && reply.status === 200) return reply.body;
      if (Date.now() > deadline) throw new Error(`Nobody answered ${method} ${path}: ${JSON.stringify(reply)}`);
      await delay(BETWEEN_ATTEMPTS_MS);
    }
  }
}

/** Nobody listened: the request was certainly not seen. */
function isRefusal(error: unknown): boolean {
  return (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
}
