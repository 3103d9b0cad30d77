import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { Server } from 'node:net';

/**
 * The time between the word that this node is to end and its end, so that a balancer need not find out by requests that
 * fail. First the node only says that it is not ready. Then nobody new comes in, whoever has a connection is served on it
 * once more, and is told to open another one, which will be to another node. What waits without anything to do must not wait
 * on: it is to look at `signal`.
 */
@Injectable()
export class Draining {
  /** From then on no balancer should send anybody. */
  isAnnounced = false;
  private readonly begun = new AbortController();

  /** Aborted when each answer is the last one on its connection. */
  get signal(): AbortSignal {
    return this.begun.signal;
  }

  /** Takes no new connections; resolves when the last one has ended, or after that time. */
  async empty({ server }: FastifyInstance, milliseconds: number): Promise<void> {
    this.isAnnounced = true;
    this.begun.abort();
    if (!server.listening) return;
    // The close of HTTP servers would end idle connections, too, and with them the requests that are on their way there.
    Server.prototype.close.call(server);
    const patience = AbortSignal.timeout(milliseconds);
    await once(server, 'close', { signal: patience }).catch((error: unknown) => {
      if (!patience.aborted) throw error;
    });
  }
}

export function endConnectionsWhen({ signal }: Draining, fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (signal.aborted) void reply.header('connection', 'close');
    done(null, payload);
  });
}
