import type { ServerResponse } from 'node:http';
import { HeldQueues } from '../delivery/held-queues.service';
import { Hub } from '../delivery/hub.service';
import { CHARACTERS_A_POLL, EVENTS_A_POLL, ResidentQueue } from '../delivery/resident-queue';

/** After this time the client opens a new stream, which acknowledges its events and shows credentials again. */
const LASTS_MS = 5 * 60 * 1000;
/** The delay after which browsers open the next stream. */
const RETRY_MS = 500;

/** The headers of a stream. It closes its connection, so that a stopping node need not wait for clients. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
};

/**
 * The events of a queue as `text/event-stream`: each event is a message with its id. A stream acknowledges nothing
 * while it lasts, so it carries at most as much as one poll. The client continues with `Last-Event-ID`. A slow reader
 * receives nothing more until it has read what was sent.
 */
export class EventStream {
  private readonly beganAt = performance.now();
  private sentId = -1;
  private events = 0;
  private characters = 0;
  private leave = (): void => undefined;

  /** @param credentials the owner's credentials; the stream ends when they lose the queue */
  constructor(
    private readonly hub: Hub,
    private readonly held: HeldQueues,
    private readonly queue: ResidentQueue,
    private readonly credentials: string | null,
    private readonly response: ServerResponse,
  ) {}

  /** @param headers the headers of every answer */
  open(headers: object): void {
    this.response.writeHead(200, { ...headers, ...HEADERS });
    this.response.write(`retry: ${RETRY_MS}\n\n`);
    this.response.once('close', () => this.leave());
  }

  /** Sends the given events and ends. */
  close(events: readonly string[]): void {
    this.send(events);
    this.response.end();
  }

  /** Sends the present events and all later ones. */
  readonly goOn = (): void => {
    if (this.response.destroyed) return;
    const { queue, held, credentials } = this;
    const isOurs = held.find(queue.viewer.queueId) === queue && queue.credentials === credentials;
    if (!isOurs) return void this.response.end();
    this.leave = this.hub.hold(queue, this.take, this.sentId);
  };

  private readonly take = (events: readonly string[], goesOn: boolean): void => {
    if (!goesOn || this.isFullWith(events)) return this.close(events);
    this.send(events);
    if (this.response.writableNeedDrain) this.response.once('drain', this.goOn);
    else queueMicrotask(this.goOn); // after `hold` has returned
  };

  private isFullWith(events: readonly string[]): boolean {
    this.events += events.length;
    for (const event of events) this.characters += event.length;
    const isOld = performance.now() - this.beganAt > LASTS_MS;
    return this.events >= EVENTS_A_POLL || this.characters >= CHARACTERS_A_POLL || isOld;
  }

  private send(events: readonly string[]): void {
    if (events.length === 0 || this.response.destroyed) return;
    const messages = events.map((event) => `id: ${idOf(event)}\ndata: ${event}\n\n`);
    this.sentId = idOf(events.at(-1)!);
    this.response.write(messages.join(''));
  }
}

/** Events are JSON texts, made once for all queues of a shape. The id is the first field. */
const idOf = (event: string): number => Number(/^\{"id":(\d+)/.exec(event)![1]);
