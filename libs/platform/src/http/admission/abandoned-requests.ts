import { ServiceUnavailableException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWriting } from '../api-prefixes';

export interface Sleep {
  /** A gap between two looks at the clock that shows that the process was suspended. */
  readonly atLeastMs: number;
  /** For this time after a suspension, requests from before it may arrive. */
  readonly aftermathMs: number;
}

const SLEEP: Sleep = { atLeastMs: 2_000, aftermathMs: 5_000 };
const LOOK_EVERY_MS = 500;
/** The end of a connection is found only after the event loop has read its sockets again. */
const TURNS = 3;

/**
 * A node that was suspended finds requests of clients that have given up and sent them to another node. To execute
 * these requests now could undo later changes, such as an edit of an edit. So a change is not executed if its client no
 * longer waits for the answer.
 */
export function skipAbandonedRequests(fastify: FastifyInstance, sleep = SLEEP): void {
  let lookedAt = performance.now();
  let wokeAt = -Infinity;
  const look = (): void => {
    const now = performance.now();
    if (now - lookedAt >= sleep.atLeastMs) wokeAt = now;
    lookedAt = now;
  };
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, sleep.atLeastMs)).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
  const isDoubtful = (request: FastifyRequest): boolean => {
    look(); // a request may be found before it is the timer's turn
    return isWriting(request) && performance.now() - wokeAt <= sleep.aftermathMs;
  };
  const assertAwaited = async (request: FastifyRequest): Promise<void> => {
    if (!isDoubtful(request)) return;
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    if (isAbandoned(request)) throw new ServiceUnavailableException();
  };
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (!isDoubtful(request)) return done();
    assertAwaited(request).then(() => done(), done);
  });
  fastify.decorateRequest('assertAwaited', function (this: FastifyRequest) {
    return assertAwaited(this);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Called again after the body was read, because the end of the connection comes after it. */
    assertAwaited(): Promise<void>;
  }
}

const isAbandoned = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || socket.readableEnded;
