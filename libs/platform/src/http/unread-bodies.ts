import type { FastifyInstance } from 'fastify';

/** Somebody who wants to send more than that is cut off. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A body that is too large is refused before it is here. Fastify would close the connection then, and whoever still sends,
 * such as a proxy, would find it broken before he has read the answer, and take the node for dead. On a connection that
 * stays open, the rest is read and forgotten.
 */
export function hearBodiesOut(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const length = Number(request.headers['content-length']);
    if (!request.raw.complete && length <= MOST_BYTES) void reply.removeHeader('connection');
    done(null, payload);
  });
}
