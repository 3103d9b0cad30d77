import {
  Actor,
  AuthenticationGuard,
  credentialsOf,
  CurrentActor,
  Draining,
  Operation,
  Parameters,
  RateLimits,
  Unguarded,
} from '@app/platform';
import { Controller, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeader } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ResidentQueues } from '../delivery/resident-queues.service';
import { Hub } from '../delivery/hub.service';
import { BYTES, bytesOf, type QueuedEvent, written } from '../records/queued-event';
import { Queues } from './queues.service';
import type { ResidentQueue } from '../delivery/resident-queue';
import { QueueRebuilds } from '../delivery/queue-rebuilds.service';
import { EventStream } from './event-stream.http';
import { DeleteQueueRequest, GetEventsRequest, GetEventsResponse } from './events.dto';
import { StreamBytes } from './stream-bytes.http';

/** A client that should poll another node waits before its next poll, which may reach this one again. */
const PAUSE_MS = 250;

@Controller('api/v1')
export class EventsController {
  constructor(
    private readonly queues: Queues,
    private readonly rebuilds: QueueRebuilds,
    private readonly hub: Hub,
    private readonly residents: ResidentQueues,
    private readonly guard: AuthenticationGuard,
    private readonly limits: RateLimits,
    private readonly draining: Draining,
    private readonly bytes: StreamBytes,
  ) {}

  /**
   * In steady state no query runs: credentials that were verified for the queue stay valid until a log entry revokes
   * them.
   */
  @Unguarded()
  @Operation('GET', 'events', {
    summary: 'Wait for events of a queue',
    section: 'docs/protocol/events.md',
    tag: 'real time',
    request: GetEventsRequest,
    response: GetEventsResponse,
    errors: ['BAD_EVENT_QUEUE_ID'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    schema: { type: 'string', maxLength: 15 },
    description:
      'With `Accept: text/event-stream` the events come as a stream, each a message with its id. The stream ends now and ' +
      'then; the client opens the next one with the id of the last message, which counts instead of `last_event_id`.',
  })
  async get(
    @Req() http: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() request: GetEventsRequest,
  ): Promise<void> {
    const isStream = wantsStream(http);
    const lastEventId = (isStream ? resumedFrom(http) : null) ?? request.last_event_id;
    const revocations = this.hub.revocations;
    const owned = await this.owned(http, reply, { ...request, last_event_id: lastEventId });
    const { credentials } = owned;
    const queue = await this.queues.acknowledge(owned, lastEventId);
    if (queue !== owned && this.hub.revocations === revocations) queue.credentials = credentials;
    if (isStream) return this.stream(queue, request, http, reply);
    const suffix = bytesOf(`],"queue_id":${JSON.stringify(request.queue_id)}${ignored(http)}}`);
    const send = (events: readonly QueuedEvent[]) => {
      answer(reply, events.map(written).join(',') + suffix, this.draining.signal.aborted);
      return false;
    };
    if (request.dont_block) return void send(await this.hub.take(queue));
    if (queue.needsNewerNode) {
      await delay(PAUSE_MS);
      return void send([]);
    }
    reply.hijack();
    const leave = this.hub.hold(queue, send);
    // The client left while its credentials were being checked, so its event of leaving is already past.
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
  }

  private async stream(
    queue: ResidentQueue,
    { dont_block: dontBlock }: GetEventsRequest,
    http: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const events = dontBlock ? await this.hub.take(queue) : [];
    if (queue.needsNewerNode) await delay(PAUSE_MS);
    reply.hijack();
    if (reply.raw.destroyed) return;
    const stream = new EventStream(this.hub, this.residents, this.bytes, queue, credentialsOf(http), reply.raw);
    stream.open(reply.getHeaders());
    if (dontBlock || queue.needsNewerNode) stream.close(events);
    else stream.goOn();
  }

  @Operation('DELETE', 'events', {
    summary: 'Give a queue back',
    section: 'docs/protocol/events.md',
    tag: 'real time',
    request: DeleteQueueRequest,
    errors: ['BAD_EVENT_QUEUE_ID'],
  })
  async end(@CurrentActor() actor: Actor, @Parameters() request: DeleteQueueRequest): Promise<object> {
    await this.queues.end(actor, request.queue_id);
    return {};
  }

  private async owned(http: FastifyRequest, reply: FastifyReply, request: GetEventsRequest): Promise<ResidentQueue> {
    const credentials = credentialsOf(http);
    const held = this.residents.find(request.queue_id);
    if (held && credentials !== null && held.credentials === credentials) {
      // Waiting polls are rare, so only polls that do not wait are limited.
      if (request.dont_block) await this.limits.countUser(held.viewer, reply);
      return held;
    }
    const revocations = this.hub.revocations;
    const actor = await this.guard.authenticate(http, reply);
    const queue = await this.rebuilds.owned(actor, request.queue_id, request.last_event_id);
    // The count of revocations changed during the check, so the next poll checks again.
    if (this.hub.revocations === revocations) queue.credentials = credentials;
    return queue;
  }
}

const wantsStream = ({ headers }: FastifyRequest): boolean => /\btext\/event-stream\b/i.test(headers.accept ?? '');

/**
 * The last event of an earlier stream. Browsers send the header by themselves, because the address of the stream stays
 * the same.
 */
function resumedFrom({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : null;
}

const ignored = ({ unknownParameters = [] }: FastifyRequest): string =>
  unknownParameters.length === 0 ? '' : `,"ignored_parameters_unsupported":${JSON.stringify(unknownParameters)}`;

/** Serialised by hand: all queues of a shape share the texts of their events. */
function answer(reply: FastifyReply, rest: string, isLast: boolean): void {
  const body = `{"result":"success","msg":"","events":[${rest}`;
  if (!reply.sent) {
    return void reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(body, BYTES));
  }
  if (reply.raw.destroyed) return;
  const headers: Record<string, OutgoingHttpHeader | undefined> = reply.getHeaders();
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['content-length'] = body.length;
  if (isLast) headers.connection = 'close';
  reply.raw.writeHead(200, headers).end(body, BYTES);
}
