import { connect, Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

/**
 * One connection for requests one after another, with no layer above the socket: on a machine that is shared with the
 * server, the client takes every microsecond from the server.
 */
export class HttpConnection {
  private socket: Socket | undefined;
  private chunks: Buffer[] = [];
  private received = 0;
  /** Of the whole answer; Infinity until its head is there. */
  private expected = Infinity;
  private headLength = 0;
  private isLast = false;
  private resolve: (body: Buffer) => void;
  private reject: (error: Error) => void;

  constructor(private readonly port: number) {}

  /**
   * @param head method and target, then header lines, each with its CRLF
   * @returns the body of the answer
   * @throws Error when it is not a 200, or the connection breaks
   */
  ask(head: string, body = ''): Promise<Buffer> {
    const request = `${head}host: 127.0.0.1\r\n${body && `content-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`;
    return new Promise((resolve, reject) => {
      Object.assign(this, { resolve, reject, chunks: [], received: 0, expected: Infinity });
      this.socket ??= this.open();
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket?.removeAllListeners('close').destroy();
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.reject(error));
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.socket = undefined; // An idle one that the server closes; the next request opens another.
      this.reject(new Error('the connection was closed'));
    });
    return socket;
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    if (this.expected === Infinity) this.readHead();
    if (this.received < this.expected) return;
    const answer = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    if (this.isLast) this.forget();
    const status = answer.toString('latin1', 9, 12);
    const body = answer.subarray(this.headLength);
    if (status === '200') this.resolve(body);
    else this.reject(new Error(`${status}: ${body.toString()}`));
  }

  private readHead(): void {
    const start = Buffer.concat(this.chunks);
    const end = start.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = start.toString('latin1', 0, end).toLowerCase();
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without its length: ${head}`);
    this.chunks = [start];
    this.headLength = end + END_OF_HEAD.length;
    this.expected = this.headLength + Number(length);
    this.isLast = head.includes('\r\nconnection: close');
  }

  /** The other side has announced that it closes the connection. */
  private forget(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.destroy();
  }
}
