import { connect, Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const MESSAGE_END = Buffer.from('\n\n');
const MESSAGE = Buffer.from('"type":"message"');
const OPENED_AT_A_TIME = 200;

export interface Asker {
  readonly port: number;
  /** The head of its next request, without the last line. */
  head(): string;
  /** Takes an answer, or what has come of a stream. */
  heard(bytes: Buffer): void;
}

/**
 * One connection that waits for a message, as a poll or as a stream; it parses nothing but the end of an answer. After a heartbeat it goes on
 * waiting, as clients do.
 */
class WaitingClient {
  private readonly socket: Socket;
  private bytes: Buffer[] = [];
  private done: () => void = () => undefined;
  readonly opened: Promise<void>;

  constructor(
    private readonly asker: Asker,
    private readonly isStream: boolean,
  ) {
    this.socket = connect({ port: asker.port, host: '127.0.0.1', noDelay: true });
    this.opened = new Promise((resolve, reject) => this.socket.once('connect', resolve).once('error', reject));
    this.socket.on('data', (chunk) => this.take(chunk));
  }

  ask(): void {
    this.socket.write(`${this.asker.head()}host: 127.0.0.1\r\n\r\n`);
  }

  /** Resolves when the next message is there. */
  wait(): Promise<void> {
    this.bytes = [];
    return new Promise((resolve) => (this.done = resolve));
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.bytes.push(chunk);
    const all = this.bytes.length === 1 ? chunk : Buffer.concat(this.bytes);
    if (this.isStream ? !all.includes(MESSAGE_END) : !isWhole(all)) return;
    this.bytes = [];
    this.asker.heard(all);
    if (all.includes(MESSAGE)) this.done();
    else if (!this.isStream) this.ask();
  }
}

function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  return length !== undefined && answer.length >= end + HEAD_END.length + Number(length);
}

/** Many clients that wait at one server. */
export class WaitingClients {
  private constructor(private readonly clients: readonly WaitingClient[]) {}

  static async open(askers: readonly Asker[], isStream: boolean): Promise<WaitingClients> {
    const clients: WaitingClient[] = [];
    for (let at = 0; at < askers.length; at += OPENED_AT_A_TIME) {
      const some = askers.slice(at, at + OPENED_AT_A_TIME).map((asker) => new WaitingClient(asker, isStream));
      await Promise.all(some.map(({ opened }) => opened));
      clients.push(...some);
    }
    return new WaitingClients(clients);
  }

  ask(): void {
    for (const client of this.clients) client.ask();
  }

  async allHeard(wake: () => Promise<unknown>): Promise<void> {
    const all = this.clients.map((client) => client.wait());
    await wake();
    await Promise.all(all);
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}
