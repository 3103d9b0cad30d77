import type { ServerResponse } from 'node:http';
import { ResidentQueues } from '../delivery/resident-queues.service';
import { Hub } from '../delivery/hub.service';
import { BYTES, type QueuedEvent, written } from '../records/queued-event';
import type { ResidentQueue } from '../delivery/resident-queue';
import type { StreamBytes } from './stream-bytes.http';

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
 * while it lasts. The client continues with `Last-Event-ID`. A slow reader receives nothing more until it has read what was
 * sent.
 */
export class EventStream {
  private readonly beganAt = performance.now();
  private sentId = -1;
  private leave = (): void => undefined;

  /** @param credentials the owner's credentials; the stream ends when they lose the queue */
  constructor(
    private readonly hub: Hub,
    private readonly residents: ResidentQueues,
    private readonly bytes: StreamBytes,
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
    if (events.length > 0) this.response.write(events.map(message).join(''), BYTES);
    this.response.end();
  }

  /** Sends the present events and all later ones. */
  readonly goOn = (): void => {
    if (this.response.destroyed) return;
    const { queue, residents, credentials } = this;
    const isOurs = residents.find(queue.viewer.queueId) === queue && queue.credentials === credentials;
    if (!isOurs) return void this.response.end();
    this.leave = this.hub.hold(queue, this.take, this.sentId);
  };

  /** Whether the stream waits for more. */
  private readonly take = (events: readonly QueuedEvent[], goesOn: boolean): boolean => {
    if (!goesOn || performance.now() - this.beganAt > LASTS_MS) {
      this.close(events);
      return false;
    }
    return this.send(events);
  };

  /** `false`: the reader is slow, or has left. The rest follows when the reader has read what was sent. */
  private send(events: readonly QueuedEvent[]): boolean {
    const { socket, chunkedEncoding } = this.response;
    if (!socket || this.response.destroyed) return false;
    if (!chunkedEncoding) return this.sendPlain(events);
    for (let sent = 0; sent < events.length;) {
      // A socket whose memory is full tells so even where its reader has taken all of it meanwhile.
      if (socket.writableLength > 0 && socket.writableNeedDrain) {
        socket.once('drain', this.goOn);
        return false;
      }
      sent += this.bytes.write(socket, events, sent);
      this.sentId = events[sent - 1]!.id;
    }
    return true;
  }

  /** For HTTP/1.0. */
  private sendPlain(events: readonly QueuedEvent[]): boolean {
    if (events.length === 0) return true;
    this.sentId = events.at(-1)!.id;
    const isTaken = this.response.write(events.map(message).join(''), BYTES);
    if (!isTaken) this.response.once('drain', this.goOn);
    return isTaken;
  }
}

const message = (event: QueuedEvent): string => `id: ${event.id}\ndata: ${written(event)}\n\n`;
