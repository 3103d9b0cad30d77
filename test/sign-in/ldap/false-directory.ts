import { once } from 'node:events';
import { createServer, Server, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const EXTENDED = 0x77;

/** What the directory does when it is asked to encrypt the connection. */
export type StartTlsBehaviour = 'refuse' | 'agree, and end the connection' | 'agree, and stay silent';

/** Takes connections and no encryption, and notes each kind of request by its tag. */
export class FalseDirectory {
  readonly requests: number[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly answer: StartTlsBehaviour,
  ) {}

  static async start(answer: StartTlsBehaviour): Promise<FalseDirectory> {
    const server = createServer();
    const directory = new FalseDirectory(server, answer);
    server.on('connection', (socket) => directory.take(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return directory;
  }

  get url(): string {
    return `ldap://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private take(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const [, , , , id, tag] = bytes;
      this.requests.push(tag);
      if (tag !== EXTENDED) return;
      const result = this.answer === 'refuse' ? 2 : 0;
      socket.write(Buffer.from([0x30, 0x0c, 2, 1, id, 0x78, 7, 0x0a, 1, result, 4, 0, 4, 0]));
      if (this.answer === 'agree, and end the connection') socket.end();
    });
  }
}

/** The tags of a request to encrypt, and of a login. */
export const [STARTTLS, BIND] = [EXTENDED, 0x60];
