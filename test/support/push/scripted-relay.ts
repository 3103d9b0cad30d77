import { stringify } from 'lossless-json';
import { createServer, IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived; of a form all values are texts. */
export interface RelayCall {
  readonly path: string;
  readonly authorization: string;
  readonly body: Record<string, unknown>;
  /** The body as it arrived: its numbers have all their digits. */
  readonly text: string;
}

export type Saying = { status: number; body: object; headers?: Record<string, string> } | 'nothing';
type Script = (call: RelayCall) => Saying | Promise<Saying>;

export const fine = (body: object = {}): Saying => ({ status: 200, body: { result: 'success', msg: '', ...body } });

const GONE = { android_devices: [], apple_devices: [] };
const NOTHING_AMISS = {
  android_successfully_sent_count: 1,
  apple_successfully_sent_count: 0,
  delete_device_ids: [],
  deleted_devices: GONE,
  failed_devices: GONE,
};

/** The answers of a relay that accepts every request. */
export const obliging: Script = ({ path, body }) => {
  if (path.endsWith('/notify')) return fine(NOTHING_AMISS);
  // The same account has the same device.
  return fine(path === 'push/e2ee/register' ? { device_id: Number(String(body.push_account_id).slice(-9)) + 1 } : {});
};

/** The answers of a relay that refuses every request. */
export const refusing = (status: number, code: string): Saying => ({
  status,
  body: { result: 'error', msg: 'No', code },
});

/** A relay on loopback that records its requests, and answers as a test says. */
export class ScriptedRelay {
  readonly calls: RelayCall[] = [];
  /** 'nothing': the connection is closed. */
  script: Script = obliging;
  private waiting: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedRelay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const relay = new ScriptedRelay(server);
    server.on('request', (request, response) => {
      void relay.answer(request).then((saying) => {
        if (saying === 'nothing') return request.socket.destroy();
        const headers = { 'content-type': 'application/json', ...saying.headers };
        return response.writeHead(saying.status, headers).end(stringify(saying.body));
      });
    });
    return relay;
  }

  /** The configuration of a server that uses it. */
  get environment(): NodeJS.ProcessEnv {
    return {
      PARLEY_PUSH_RELAY_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      PARLEY_PUSH_RELAY_ORG_ID: '6f2a1d0e-4c0b-4f6e-9a63-0d8d8d1b7a11',
      PARLEY_PUSH_RELAY_ORG_KEY: 'a-key-that-the-relay-handed-out',
    };
  }

  of(path: string): RelayCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** Resolves when there are so many calls of that path. */
  async had(path: string, count: number): Promise<RelayCall[]> {
    while (this.of(path).length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.of(path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<Saying> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    const call: RelayCall = {
      path: request.url!.replace('/api/v1/remotes/', ''),
      authorization: request.headers.authorization ?? '',
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : Object.fromEntries(new URLSearchParams(text)),
      text,
    };
    const saying = await this.script(call);
    this.calls.push(call);
    for (const wake of this.waiting.splice(0)) wake();
    return saying;
  }
}
