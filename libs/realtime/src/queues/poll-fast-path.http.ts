import { credentialsShown, DatabasePing, Draining, FastPaths } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addEvent, BYTES_AROUND_EVENT } from '../delivery/event-bytes';
import { ResidentQueues } from '../delivery/resident-queues.service';
import { Hub } from '../delivery/hub.service';
import { BYTES, type QueuedEvent, written } from '../records/queued-event';
import { Queues } from './queues.service';

/** The same route as in `EventsController`. */
const ROUTE = '/api/v1/events';
const QUEUE = /^[0-9a-f-]{36}$/;
const EVENT = /^(?:-1|0|[1-9]\d{0,14})$/;
const BEFORE = '{"result":"success","msg":"","events":[';
const COMMA = 44;
/** Answers from this length on, in bytes, are written as bytes. */
const LONG = 8 * 1024;
const STREAM = /\btext\/event-stream\b/i;

/**
 * The usual poll: of a queue that this node holds, with the credentials of the poll before. Most requests are such polls, and
 * they need nothing of the framework. All others go on to `EventsController`, which decides everything.
 */
@Injectable()
export class PollFastPath implements OnModuleInit {
  constructor(
    private readonly fastPaths: FastPaths,
    private readonly residents: ResidentQueues,
    private readonly hub: Hub,
    private readonly queues: Queues,
    private readonly draining: Draining,
    private readonly database: DatabasePing,
  ) {}

  onModuleInit(): void {
    this.fastPaths.add(ROUTE, (request, response, headers) => this.take(request, response, headers));
  }

  private take(request: IncomingMessage, response: ServerResponse, headers: string[]): boolean {
    const poll = pollIn(request.url!.slice(ROUTE.length + 1));
    const queue = poll && this.residents.find(poll.queueId);
    if (!queue || this.draining.isAnnounced || this.database.isUnavailable) return false;
    if (STREAM.test(request.headers.accept ?? '')) return false;
    const credentials = credentialsShown(request.headers);
    if (credentials === null || queue.credentials !== credentials) return false;
    if (!this.queues.acknowledgeAtOnce(queue, poll.lastEventId)) return false;
    const leave = this.hub.hold(queue, (events) => {
      if (this.draining.signal.aborted) headers.push('connection', 'close');
      send(response, headers, events, poll.queueId);
      return false;
    });
    response.once('close', leave);
    return true;
  }
}

/** `null`: another request than the usual one. */
function pollIn(query: string): { queueId: string; lastEventId: number } | null {
  let queueId: string | null = null;
  let lastEventId: number | null = null;
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (name === 'queue_id' && queueId === null && QUEUE.test(value)) queueId = value;
    else if (name === 'last_event_id' && lastEventId === null && EVENT.test(value)) lastEventId = Number(value);
    else if (name !== 'dont_block' || value !== 'false') return null;
  }
  return queueId === null || lastEventId === null ? null : { queueId, lastEventId };
}

function send(response: ServerResponse, headers: string[], events: readonly QueuedEvent[], queueId: string): void {
  if (response.destroyed) return;
  const body = bodyOf(events, `],"queue_id":"${queueId}"}`);
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(body.length));
  response.writeHead(200, headers).end(body, BYTES);
}

/** A short text goes out together with the headers. Of many events, texts would be joined and copied several times. */
function bodyOf(events: readonly QueuedEvent[], after: string): string | Buffer {
  let length = BEFORE.length + after.length;
  for (const { rest } of events) length += rest.length + BYTES_AROUND_EVENT + 1;
  if (length < LONG) return `${BEFORE}${events.map(written).join(',')}${after}`;
  const bytes = Buffer.allocUnsafe(length);
  let end = bytes.write(BEFORE, BYTES);
  for (const event of events) {
    end = addEvent(bytes, end, event);
    bytes[end++] = COMMA;
  }
  end--; // no comma after the last one
  return bytes.subarray(0, end + bytes.write(after, end, BYTES));
}
