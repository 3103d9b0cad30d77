import { Agent, request as httpRequest } from 'node:http';
import { Pool } from 'pg';
import { Body, encode, Parameters } from '../support/person';
import type { World } from '../support/world';
import { Actor, Method, Reply, Scene } from './scene';

/** The one server that all scenes are played on, with a stranger from an organization of his own. */
export class Theatre {
  scenes = 0;
  stranger: Actor;
  /** Puts something wrong into answers, to see whether it is found. */
  tamper: (path: string, reply: Reply) => string = (_, { text }) => text;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 });

  private constructor(
    readonly world: World,
    readonly database: Pool,
  ) {}

  static async open(world: World): Promise<Theatre> {
    const theatre = new Theatre(world, new Pool({ connectionString: world.databaseUrl, max: 4 }));
    const elsewhere = await Scene.set(theatre);
    theatre.stranger = { ...elsewhere.people[0], name: 'stranger' };
    return theatre;
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.database.end();
  }

  send(
    { host, authorization }: Omit<Actor, 'id' | 'name'>,
    method: Method,
    path: string,
    parameters: Parameters,
  ): Promise<Reply> {
    const { hostname, port } = new URL(this.world.url);
    const form = encode(parameters).toString();
    const inQuery = method === 'GET';
    const headers = {
      host,
      'user-agent': 'ParleyOracle/1.0',
      ...(authorization === null ? {} : { authorization }),
      ...(inQuery
        ? {}
        : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(form) }),
    };
    const url = `/api/v1/${path}${inQuery && form ? `?${form}` : ''}`;
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, agent: this.agent, method, path: url, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const said = Buffer.concat(parts).toString();
          const status = response.statusCode!;
          const text = this.tamper(path, { status, text: said, body: JSON.parse(said) as Body });
          resolve({ status, text, body: JSON.parse(text) as Body });
        });
      });
      sent.on('error', reject).end(inQuery ? undefined : form);
    });
  }
}
