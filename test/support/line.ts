import { connect, createServer, Server, Socket } from 'node:net';
import { freePort } from './ports';

/** A connection between a node and its database that can fail without an error at either end. */
export class Line {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isSilent = false;

  private constructor(
    private readonly port: number,
    private readonly target: URL,
  ) {
    this.server = createServer((near) => this.join(near));
  }

  static async to(url: string): Promise<Line> {
    const line = new Line(await freePort(), new URL(url));
    await new Promise<void>((resolve) => line.server.listen(line.port, '127.0.0.1', resolve));
    return line;
  }

  /** The same address through this connection. */
  get url(): string {
    const url = new URL(this.target);
    [url.hostname, url.port] = ['127.0.0.1', String(this.port)];
    url.searchParams.delete('host');
    return url.href;
  }

  /** From now on all packets are dropped; existing connections stay open, and receive nothing ever again. */
  fallSilent(): void {
    this.isSilent = true;
    for (const socket of this.sockets) socket.unpipe().resume();
  }

  /** New connections succeed. */
  mend(): void {
    this.isSilent = false;
  }

  async cut(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket): void {
    this.keep(near);
    if (this.isSilent) return void near.resume();
    const far = connect(Number(this.target.port), this.target.hostname);
    this.keep(far);
    near.pipe(far).pipe(near);
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.sockets.delete(socket));
  }
}
