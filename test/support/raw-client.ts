import { connect, Socket } from 'node:net';

/** A connection on which a test writes bytes as it likes, without the end of a body if it likes. */
export class RawClient {
  private received = '';

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes: Buffer) => (this.received += bytes.toString()));
    socket.on('error', () => undefined); // The server may end the connection.
  }

  static async to(url: string): Promise<RawClient> {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawClient(socket);
  }

  /** Sends the head of a request and, if given, the beginning of its body. */
  begin(method: string, path: string, headers: Record<string, string> = {}, body = ''): this {
    const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    return this;
  }

  /** Status and JSON of the answer; the request may still lack its body. */
  async answer(): Promise<{ status: number; body: Record<string, unknown> }> {
    for (;;) {
      const [head, body] = this.received.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body !== undefined && Buffer.byteLength(body) >= length)
        return { status, body: JSON.parse(body) as Record<string, unknown> };
      await this.next('data');
    }
  }

  /** The first line that the server sends. */
  async firstLine(): Promise<string> {
    while (!this.received.includes('\r\n\r\n')) await this.next('data');
    const [line] = this.received.split('\r\n', 1);
    this.received = this.received.slice(this.received.indexOf('\r\n\r\n') + 4);
    return line;
  }

  async closed(): Promise<void> {
    if (!this.socket.destroyed) await new Promise((resolve) => this.socket.once('close', resolve));
  }

  private next(event: 'data'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once(event, () => resolve());
      this.socket.once('close', () => reject(new Error(`The server ended the connection: ${this.received}`)));
    });
  }
}
