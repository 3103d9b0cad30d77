import { Agent, createServer, IncomingMessage, request, Server, ServerResponse } from 'node:http';
import { freePort } from './ports';

/**
 * A balancer that forwards each request to the next node, unchanged: for the nodes it is a client on this machine, as
 * tests are. Other tests cover the headers of real balancers.
 */
export class RoundRobin {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private turn = 0;
  /** Ports of the nodes. */
  private nodes: readonly number[] = [];

  private constructor(readonly port: number) {
    this.server = createServer({ maxHeaderSize: 128 * 1024 }, (incoming, outgoing) => this.pass(incoming, outgoing));
  }

  static async start(): Promise<RoundRobin> {
    const turns = new RoundRobin(await freePort());
    await new Promise<void>((resolve) => turns.server.listen(turns.port, '127.0.0.1', resolve));
    return turns;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  between(urls: readonly string[]): void {
    this.nodes = urls.map((url) => Number(new URL(url).port));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.agent.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const port = this.nodes[this.turn++ % this.nodes.length];
    const { method, url: path, headers } = incoming;
    const asked = request({ port, host: '127.0.0.1', method, path, agent: this.agent, headers });
    asked.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.statusMessage, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    asked.on('error', () => {
      // A node may answer and disconnect before it has read a body: the client still receives the answer.
      if (outgoing.headersSent) incoming.resume();
      else outgoing.destroy();
    });
    outgoing.on('close', () => asked.destroy());
    incoming.pipe(asked);
  }
}
