import { ServiceUnavailableException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWriting } from '../api-prefixes';

export interface Sleep {
  /** A node that has not looked at its clock for so long was not there for anybody: it stood still, or was suspended. */
  readonly atLeastMs: number;
  /** For so long after it woke up it comes upon requests of that time. */
  readonly aftermathMs: number;
}

const SLEEP: Sleep = { atLeastMs: 2_000, aftermathMs: 5_000 };
const LOOK_EVERY_MS = 500;
/** The end of a connection lies behind the request, and is found when the event loop has looked at its sockets again. */
const TURNS = 3;

/**
 * A node that stood still finds requests of clients that have given up meanwhile and asked another node, which did what they
 * wanted, and perhaps more since. To do it now, after all that, would undo what came later: an edit of an edit, a
 * subscription that was taken back. So a change is not executed when no client waits for its answer.
 */
export function passOverAbandoned(fastify: FastifyInstance, sleep = SLEEP): void {
  let lookedAt = performance.now();
  let wokeAt = -Infinity;
  const look = (): void => {
    const now = performance.now();
    if (now - lookedAt >= sleep.atLeastMs) wokeAt = now;
    lookedAt = now;
  };
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, sleep.atLeastMs)).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
  const assertAwaited = async (request: FastifyRequest): Promise<void> => {
    look(); // a request may be found before it is the timer's turn
    if (!isWriting(request) || performance.now() - wokeAt > sleep.aftermathMs) return;
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    if (isAbandoned(request)) throw new ServiceUnavailableException();
  };
  fastify.addHook('preHandler', (request) => assertAwaited(request));
  fastify.decorateRequest('assertAwaited', function (this: FastifyRequest) {
    return assertAwaited(this);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** To be called again when the body was read: the end of a connection lies behind it. @throws ServiceUnavailableException */
    assertAwaited(): Promise<void>;
  }
}

const isAbandoned = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || socket.readableEnded;
