import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A connection that was idle for this time is unlikely to be used at the moment of closing it. */
const SILENCE_MS = 500;
const MAX_MS = 3_000;
const LOOK_EVERY_MS = 50;

/**
 * The time between the decision that this node ends and its end, so that balancers notice without failed requests.
 * First the node only reports that it is not ready. Then new connections are refused, and each open connection gets one
 * more answer, which tells the client to open another one. Waiting polls must end: they observe `signal`.
 */
@Injectable()
export class Draining {
  /** From then on balancers should send no requests. */
  isAnnounced = false;
  /** UNIX milliseconds; of those that came after the beginning. */
  lastRequestAt = 0;
  private readonly begun = new AbortController();

  /** Aborted when each answer is the last one on its connection. */
  get signal(): AbortSignal {
    return this.begun.signal;
  }

  /** Takes no new connections; resolves when the last one has ended, or none is used any more. */
  async empty({ server }: FastifyInstance): Promise<void> {
    this.isAnnounced = true;
    this.begun.abort();
    if (!server.listening) return;
    let isEmpty = false;
    const closed = once(server, 'close').then(() => (isEmpty = true));
    // The close of HTTP servers would end idle connections, too, and with them the requests that are on their way there.
    Server.prototype.close.call(server);
    const deadline = Date.now() + MAX_MS;
    this.lastRequestAt = Date.now();
    while (!isEmpty && Date.now() < Math.min(deadline, this.lastRequestAt + SILENCE_MS))
      await Promise.race([closed, delay(LOOK_EVERY_MS)]);
  }
}

export function endConnectionsWhen(draining: Draining, fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (_request, _reply, done) => {
    if (draining.signal.aborted) draining.lastRequestAt = Date.now();
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.signal.aborted) void reply.header('connection', 'close');
    done(null, payload);
  });
}
