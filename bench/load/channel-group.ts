import { BenchUser } from '../support';
import { HttpConnection } from './http-connection';
import type { Group, Sender } from './load';
import { Tally } from './tally';

const EVENT = Buffer.from(',"type":"message","message":{');
const CONTENT = Buffer.from('"content":"m');
const FORM = 'content-type: application/x-www-form-urlencoded\r\n';
const DIGIT_0 = 48;
const DIGIT_9 = 57;

/** Subscribers of a channel, each with an event queue and a long poll on it; the first of them send. */
export class ChannelGroup implements Group {
  tally: Tally;
  private readonly readers: Reader[];
  readonly senders: readonly (Sender & { close(): void })[];

  private constructor(port: number, members: readonly BenchUser[], channel: number, { senders, listeners }: GroupSize) {
    this.senders = members.slice(0, senders).map((member) => new ChannelSender(port, member, channel));
    this.readers = members.slice(0, listeners).map((member, at) => new Reader(port, member, at, this));
    this.tally = new Tally(listeners, 0);
  }

  /** Resolves when all users have a queue. @param port of 127.0.0.1, of a node or of the balancer */
  static async open(
    port: number,
    members: readonly BenchUser[],
    channel: number,
    size: GroupSize,
  ): Promise<ChannelGroup> {
    const group = new ChannelGroup(port, members, channel, size);
    await Promise.all(group.readers.map((reader) => reader.register()));
    for (const reader of group.readers) reader.listen();
    return group;
  }

  get size(): number {
    return this.readers.length;
  }

  /** Deletes the queues too. @throws Error of a reader that could not continue */
  async close(): Promise<void> {
    for (const sender of this.senders) sender.close();
    await Promise.all(this.readers.map((reader) => reader.stop()));
  }
}

export interface GroupSize {
  readonly senders: number;
  readonly listeners: number;
}

/** A user who sends numbered messages into a channel. */
export class ChannelSender implements Sender {
  private readonly connection: HttpConnection;
  private readonly head: string;
  private readonly form: string;

  constructor(port: number, { authorization }: BenchUser, channel: number) {
    this.connection = new HttpConnection(port);
    this.head = `POST /api/v1/messages HTTP/1.1\r\nauthorization: ${authorization}\r\n${FORM}`;
    this.form = `type=channel&to=${channel}&topic=bench&content=m`;
  }

  async send(number: number): Promise<void> {
    await this.connection.ask(this.head, `${this.form}${number}`);
  }

  close(): void {
    this.connection.close();
  }
}

/** A client that waits for events. Its answers are searched, not parsed, since the cost of parsing is not measured. */
class Reader {
  private readonly connection: HttpConnection;
  private readonly headers: string;
  private queueId: string;
  private lastEventId = -1;
  private isStopping = false;
  private failure: Error | undefined;

  constructor(
    private readonly port: number,
    { authorization }: BenchUser,
    private readonly at: number,
    private readonly group: Group,
  ) {
    this.connection = new HttpConnection(port);
    this.headers = `authorization: ${authorization}\r\n`;
  }

  async register(): Promise<void> {
    const form = `event_types=${encodeURIComponent('["message"]')}&fetch_event_types=${encodeURIComponent('[]')}`;
    const answer = await this.connection.ask(`POST /api/v1/register HTTP/1.1\r\n${this.headers}${FORM}`, form);
    this.queueId = (JSON.parse(answer.toString()) as { queue_id: string }).queue_id;
  }

  listen(): void {
    this.work().catch((error: Error) => {
      if (!this.isStopping) this.failure = error;
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.connection.close();
    if (this.failure) throw this.failure;
    const last = new HttpConnection(this.port);
    await last.ask(`DELETE /api/v1/events HTTP/1.1\r\n${this.headers}${FORM}`, `queue_id=${this.queueId}`);
    last.close();
  }

  private async work(): Promise<void> {
    while (!this.isStopping) {
      const target = `/api/v1/events?queue_id=${this.queueId}&last_event_id=${this.lastEventId}`;
      this.take(await this.connection.ask(`GET ${target} HTTP/1.1\r\n${this.headers}`));
    }
  }

  private take(body: Buffer): void {
    const now = performance.now();
    for (let at = body.indexOf(CONTENT); at >= 0; at = body.indexOf(CONTENT, at + CONTENT.length))
      this.group.tally.take(this.at, numberAt(body, at + CONTENT.length), now);
    const last = body.lastIndexOf(EVENT);
    if (last >= 0) this.lastEventId = numberBefore(body, last);
    else this.lastEventId = heartbeatIn(body);
  }
}

const isDigit = (byte: number): boolean => byte >= DIGIT_0 && byte <= DIGIT_9;

function numberAt(body: Buffer, at: number): number {
  let number = 0;
  for (; isDigit(body[at]); at++) number = number * 10 + body[at] - DIGIT_0;
  return number;
}

function numberBefore(body: Buffer, end: number): number {
  let start = end;
  while (isDigit(body[start - 1])) start--;
  return numberAt(body, start);
}

function heartbeatIn(body: Buffer): number {
  const { events } = JSON.parse(body.toString()) as { events: { id: number }[] };
  return events[events.length - 1].id;
}
