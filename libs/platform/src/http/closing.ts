import { ServiceUnavailableException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * Requests that still come in by open connections while the server stops are refused in the words of the interface, so
 * that clients ask again, here or at another node. Fastify's own refusal has neither `code` nor `retry-after`. A connection
 * ends with the last request that was under way on it: the server does not wait for clients that would keep it open.
 */
export function refuseWhileClosing(fastify: FastifyInstance): void {
  let isClosing = false;
  fastify.addHook('preClose', async () => {
    isClosing = true;
  });
  fastify.addHook('onRequest', (_request, _reply, done) =>
    done(isClosing ? new ServiceUnavailableException() : undefined),
  );
  fastify.addHook('onResponse', (_request, _reply, done) => {
    // The connection becomes idle only after this answer has released it.
    if (isClosing) setImmediate(() => fastify.server.closeIdleConnections());
    done();
  });
}
