import { connect, Socket } from 'node:net';
import { BenchUser } from '../support';
import { ChannelSender } from './channel-group';
import { HttpConnection } from './http-connection';
import type { Group } from './load';
import { Tally } from './tally';

const CONTENT = Buffer.from('"content":"m');
const ID = Buffer.from('\nid: ');
const FORM = 'content-type: application/x-www-form-urlencoded\r\n';
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const AGAIN_AFTER_MS = 2;

/** Users who read their queues as `text/event-stream`; the first of them send. */
export class StreamGroup implements Group {
  tally: Tally;
  readonly senders: readonly ChannelSender[];
  private readonly readers: StreamReader[];

  private constructor(port: number, members: readonly BenchUser[], channel: number, senders: number) {
    this.senders = members.slice(0, senders).map((member) => new ChannelSender(port, member, channel));
    this.readers = members.map((member, at) => new StreamReader(port, member, at, this));
    this.tally = new Tally(members.length, 0);
  }

  /** Resolves when all users have a queue. @param port of 127.0.0.1 */
  static async open(
    port: number,
    members: readonly BenchUser[],
    channel: number,
    senders: number,
  ): Promise<StreamGroup> {
    const group = new StreamGroup(port, members, channel, senders);
    await Promise.all(group.readers.map((reader) => reader.register()));
    for (const reader of group.readers) reader.listen();
    return group;
  }

  get size(): number {
    return this.readers.length;
  }

  async close(): Promise<void> {
    for (const sender of this.senders) sender.close();
    await Promise.all(this.readers.map((reader) => reader.stop()));
  }
}

/** Continues after each end of a stream. Events are searched, not parsed. */
class StreamReader {
  private socket: Socket;
  private rest: Buffer = Buffer.alloc(0);
  private queueId: string;
  private lastEventId = -1;
  private isStopping = false;

  constructor(
    private readonly port: number,
    private readonly user: BenchUser,
    private readonly at: number,
    private readonly group: Group,
  ) {}

  async register(): Promise<void> {
    const connection = new HttpConnection(this.port);
    const form = `event_types=${encodeURIComponent('["message"]')}&fetch_event_types=${encodeURIComponent('[]')}`;
    const head = `POST /api/v1/register HTTP/1.1\r\nauthorization: ${this.user.authorization}\r\n${FORM}`;
    this.queueId = (JSON.parse((await connection.ask(head, form)).toString()) as { queue_id: string }).queue_id;
    connection.close();
  }

  listen(): void {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.socket = socket;
    this.rest = Buffer.alloc(0);
    const target = `/api/v1/events?queue_id=${this.queueId}&last_event_id=${this.lastEventId}`;
    const headers = `authorization: ${this.user.authorization}\r\naccept: text/event-stream\r\nhost: 127.0.0.1\r\n`;
    socket.write(`GET ${target} HTTP/1.1\r\n${headers}\r\n`);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (!this.isStopping) setTimeout(() => this.listen(), AGAIN_AFTER_MS);
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.socket.destroy();
    const last = new HttpConnection(this.port);
    await last.ask(
      `DELETE /api/v1/events HTTP/1.1\r\nauthorization: ${this.user.authorization}\r\n${FORM}`,
      `queue_id=${this.queueId}`,
    );
    last.close();
  }

  /** Up to the last whole message of the stream. */
  private take(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = bytes.lastIndexOf('\n\n');
    if (end < 0) {
      this.rest = bytes;
      return;
    }
    const whole = bytes.subarray(0, end);
    const now = performance.now();
    for (let at = whole.indexOf(CONTENT); at >= 0; at = whole.indexOf(CONTENT, at + CONTENT.length))
      this.group.tally.take(this.at, numberAt(whole, at + CONTENT.length), now);
    const id = whole.lastIndexOf(ID);
    if (id >= 0) this.lastEventId = numberAt(whole, id + ID.length);
    this.rest = bytes.subarray(end);
  }
}

function numberAt(body: Buffer, at: number): number {
  let number = 0;
  for (; body[at] >= DIGIT_0 && body[at] <= DIGIT_9; at++) number = number * 10 + body[at] - DIGIT_0;
  return number;
}
