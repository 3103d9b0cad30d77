import { Agent, request as httpRequest } from 'node:http';
import { Pool } from 'pg';
import { Body, encode, Parameters } from '../support/person';
import { World } from '../support/world';
import type { Notices } from './notices';
import { Actor, Method, Reply, Scene } from './scene';

type Sender = Omit<Actor, 'id' | 'name'>;

interface Form {
  type: string;
  text: string | Buffer;
}

/** The one server that all scenes are played on, with a user of another organization. */
export class OracleServer {
  scenes = 0;
  outsider: Actor;
  /** Changes answers, to test that the oracle detects it. */
  tamper: (path: string, reply: Reply) => string = (_, { text }) => text;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 });

  private constructor(
    readonly world: World,
    readonly notices: Notices,
    readonly database: Pool,
  ) {}

  /** In a world of its own, with the `environment`; `elsewhere`: a user of an existing other organization. */
  static async raise(
    notices: Notices,
    environment: NodeJS.ProcessEnv = {},
    { elsewhere = null, scenes = 0 }: { elsewhere?: Actor | null; scenes?: number } = {},
  ): Promise<OracleServer> {
    const world = await World.start({ ...notices.environment, ...environment });
    const oracleServer = new OracleServer(world, notices, new Pool({ connectionString: world.databaseUrl, max: 4 }));
    oracleServer.scenes = scenes;
    oracleServer.outsider = elsewhere ?? { ...(await Scene.set(oracleServer)).people[0], name: 'outsider' };
    return oracleServer;
  }

  /** Stops the world too. */
  async close(): Promise<void> {
    this.agent.destroy();
    await this.database.end();
    await this.world.stop();
  }

  send(who: Sender, method: Method, path: string, parameters: Parameters): Promise<Reply> {
    const form = encode(parameters).toString();
    if (method === 'GET') return this.sendForm(who, method, path, form ? `?${form}` : '', null);
    return this.sendForm(who, method, path, '', { type: 'application/x-www-form-urlencoded', text: form });
  }

  upload(who: Sender, path: string, name: string, content: string | Buffer): Promise<Reply> {
    const boundary = 'end-of-part';
    const disposition = `content-disposition: form-data; name="file"; filename="${name}"`;
    const text = Buffer.concat([
      Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return this.sendForm(who, 'POST', path, '', { type: `multipart/form-data; boundary=${boundary}`, text });
  }

  /** The answer of a path outside the interface. */
  open = (who: Sender, path: string): Promise<{ status: number; text: string }> =>
    this.exchange(who, 'GET', path, null);

  private async sendForm(who: Sender, method: Method, path: string, query: string, form: Form | null): Promise<Reply> {
    const { status, text: said } = await this.exchange(who, method, `/api/v1/${path}${query}`, form);
    const text = this.tamper(path, { status, text: said, body: JSON.parse(said) as Body });
    return { status, text, body: JSON.parse(text) as Body };
  }

  private exchange(
    { host, authorization }: Sender,
    method: Method,
    path: string,
    form: Form | null,
  ): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(this.world.url);
    const headers = {
      host,
      'user-agent': 'ParleyOracle/1.0',
      ...(authorization === null ? {} : { authorization }),
      ...(form === null ? {} : { 'content-type': form.type, 'content-length': Buffer.byteLength(form.text) }),
    };
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, agent: this.agent, method, path, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(parts).toString() }));
      });
      sent.on('error', reject).end(form?.text);
    });
  }
}
