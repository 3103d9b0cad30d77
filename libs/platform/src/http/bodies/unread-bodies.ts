import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_REFUSED_BODY_BYTES, REFUSED_BODY_MS } from './body-limits';
import { announcedBytes, hasBody } from './request-body';

/**
 * An answer may be there before the body of its request, most of all a refusal. A client that still sends, such as a
 * proxy, would find the connection broken before it reads the answer. So the rest is read and dropped, within limits of
 * size and time. A connection is closed at once when the rest is longer, or when the client waits to be asked for it.
 */
export function dropUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (isUnread(request) && !isDroppable(request)) void reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    if (isUnread(request)) drop(request);
    done();
  });
}

const isUnread = ({ raw }: FastifyRequest): boolean => hasBody(raw) && !raw.complete;

const isDroppable = ({ raw }: FastifyRequest): boolean =>
  !raw.awaitsContinue && (announcedBytes(raw) ?? 0) <= MAX_REFUSED_BODY_BYTES;

function drop({ raw }: FastifyRequest): void {
  const { socket } = raw;
  const timer = setTimeout(() => socket.destroy(), REFUSED_BODY_MS).unref();
  let dropped = 0;
  raw.unpipe();
  raw.on('data', (piece: Buffer) => {
    dropped += piece.length;
    if (dropped > MAX_REFUSED_BODY_BYTES) socket.destroy();
  });
  const stop = (): void => clearTimeout(timer);
  raw.once('end', stop).once('close', stop);
  raw.resume();
}
