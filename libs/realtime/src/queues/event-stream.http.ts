import type { ServerResponse } from 'node:http';
import { HeldQueues } from '../delivery/held-queues.service';
import { Hub } from '../delivery/hub.service';
import { CHARACTERS_A_POLL, EVENTS_A_POLL, ResidentQueue } from '../delivery/resident-queue';

/** A client opens another stream then, which acknowledges what it has and shows its credentials again. */
const LASTS_MS = 5 * 60 * 1000;
/** Browsers wait so long before they open the next stream. */
const RETRY_MS = 500;

/** The headers of a stream. It ends with its connection, so that a node that drains waits for no client. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
};

/**
 * The events of a queue as `text/event-stream`: each event is a message with its id. Nothing is acknowledged while the
 * stream lasts, so it carries at most what one poll carries; the client goes on with `Last-Event-ID`. A client that reads
 * slowly gets nothing more until it has read what was sent.
 */
export class EventStream {
  private readonly beganAt = performance.now();
  private sentId = -1;
  private events = 0;
  private characters = 0;
  private leave = (): void => undefined;

  /** @param credentials those that own the queue; the stream ends when the queue is not theirs any more */
  constructor(
    private readonly hub: Hub,
    private readonly held: HeldQueues,
    private readonly queue: ResidentQueue,
    private readonly credentials: string | null,
    private readonly response: ServerResponse,
  ) {}

  /** @param headers what every answer has */
  open(headers: object): void {
    this.response.writeHead(200, { ...headers, ...HEADERS });
    this.response.write(`retry: ${RETRY_MS}\n\n`);
    this.response.once('close', () => this.leave());
  }

  /** Sends what there is and ends. */
  close(events: readonly string[]): void {
    this.send(events);
    this.response.end();
  }

  /** Sends what there is and what comes. */
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
    else queueMicrotask(this.goOn); // not before `hold` has returned
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

/** Events are JSON already, made once for all queues of a shape; the id stands first. */
const idOf = (event: string): number => Number(/^\{"id":(\d+)/.exec(event)![1]);
