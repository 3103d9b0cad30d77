import { setTimeout as delay } from 'node:timers/promises';
import { BenchUser } from '../support';
import { HttpConnection } from './http-connection';

const FORM = 'content-type: application/x-www-form-urlencoded\r\n';
const TYPES = JSON.stringify([
  'message',
  'update_message',
  'delete_message',
  'reaction',
  'typing',
  'presence',
  'update_message_flags',
]);
const REGISTERED_AT_A_TIME = 20;
const AGAIN_AFTER_MS = 100;

type Events = { id: number; type: string; message?: { content: string } }[];

/** An online user: a queue with a waiting poll at one of the nodes, and at the next one when that has ended. */
export class OnlineClient {
  /** When each message was received, by its content without markup. */
  readonly heard = new Map<string, number>();
  doubled = 0;
  /** Events other than heartbeats. */
  events = 0;
  private connection: HttpConnection;
  private queueId: string;
  private last = -1;
  private isStopping = false;

  constructor(
    private readonly ports: readonly number[],
    private readonly user: BenchUser,
    private at: number,
  ) {
    this.connection = new HttpConnection(ports[at % ports.length]);
  }

  /** The node that it polls. */
  get port(): number {
    return this.ports[this.at % this.ports.length];
  }

  async register(): Promise<void> {
    const form = `event_types=${encodeURIComponent(TYPES)}&fetch_event_types=${encodeURIComponent('[]')}`;
    const head = `POST /api/v1/register HTTP/1.1\r\nauthorization: ${this.user.authorization}\r\n${FORM}`;
    this.queueId = (JSON.parse((await this.connection.ask(head, form)).toString()) as { queue_id: string }).queue_id;
    void this.poll();
  }

  stop(): void {
    this.isStopping = true;
    this.connection.close();
  }

  private async poll(): Promise<void> {
    while (!this.isStopping) {
      const target = `/api/v1/events?queue_id=${this.queueId}&last_event_id=${this.last}`;
      const head = `GET ${target} HTTP/1.1\r\nauthorization: ${this.user.authorization}\r\n`;
      try {
        this.take((JSON.parse((await this.connection.ask(head)).toString()) as { events: Events }).events);
      } catch {
        if (this.isStopping) return;
        this.connection.close();
        this.at++;
        await delay(AGAIN_AFTER_MS * Math.random());
        this.connection = new HttpConnection(this.port);
      }
    }
  }

  private take(events: Events): void {
    for (const { id, type, message } of events) {
      if (id <= this.last) this.doubled++;
      this.last = id;
      if (type !== 'heartbeat') this.events++;
      if (message) this.heard.set(message.content, performance.now());
    }
  }
}

/** Clients spread over the nodes in turn; resolves when all have a queue and poll it. */
export async function goOnline(ports: readonly number[], users: readonly BenchUser[]): Promise<OnlineClient[]> {
  const clients = users.map((user, at) => new OnlineClient(ports, user, at));
  for (let at = 0; at < clients.length; at += REGISTERED_AT_A_TIME)
    await Promise.all(clients.slice(at, at + REGISTERED_AT_A_TIME).map((client) => client.register()));
  return clients;
}
