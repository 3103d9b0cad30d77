import type { ServerResponse } from 'node:http';
import { HeldQueues } from '../delivery/held-queues.service';
import { Hub } from '../delivery/hub.service';
import { BYTES, type QueuedEvent } from '../delivery/queued-event';
import { BYTES_A_POLL, EVENTS_A_POLL, ResidentQueue } from '../delivery/resident-queue';

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
  private bytes = 0;
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
  close(events: readonly QueuedEvent[]): void {
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

  /** Whether the stream waits for more. */
  private readonly take = (events: readonly QueuedEvent[], goesOn: boolean): boolean => {
    if (!goesOn || this.isFullWith(events)) {
      this.close(events);
      return false;
    }
    if (this.send(events)) return true;
    this.response.socket?.once('drain', this.goOn);
    return false;
  };

  private isFullWith(events: readonly QueuedEvent[]): boolean {
    this.events += events.length;
    for (const { rest } of events) this.bytes += rest.length;
    const isOld = performance.now() - this.beganAt > LASTS_MS;
    return this.events >= EVENTS_A_POLL || this.bytes >= BYTES_A_POLL || isOld;
  }

  /** `false`: the reader is slow. */
  private send(events: readonly QueuedEvent[]): boolean {
    const { response } = this;
    if (events.length === 0 || response.destroyed) return true;
    let messages = '';
    for (const { id, rest } of events) messages += `id: ${id}\ndata: {"id":${id},${rest}\n\n`;
    this.sentId = events.at(-1)!.id;
    // The response would send the parts of a chunk one by one, which costs as much as all the rest.
    if (response.chunkedEncoding && response.socket)
      return response.socket.write(`${messages.length.toString(16)}\r\n${messages}\r\n`, BYTES);
    return response.write(messages, BYTES);
  }
}
