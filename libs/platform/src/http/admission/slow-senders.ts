import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Counter } from 'prom-client';
import type { Metrics } from '../../metrics/metrics';
import { MIN_BODY_PACE, SLOW_BODY_GRACE_MS } from '../bodies/body-limits';
import { hasBody } from '../bodies/request-body';

/** How slowly a body may come. */
export interface SlowSenderLimits {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  readonly everyMs: number;
}

const LIMITS: SlowSenderLimits = { graceMs: SLOW_BODY_GRACE_MS, bytesPerSecond: MIN_BODY_PACE, everyMs: 1_000 };

interface Sending {
  /** Of the connection, when the body began. */
  readonly bytesBefore: number;
  /** How long the server has waited for the client. */
  waitedMs: number;
}

/**
 * Ends connections whose bodies trickle in: each would hold its part of a form in memory for as long as the client likes.
 * Only time in which the server waits for the client counts, so that a slow disk or a caller's turn ends no upload.
 */
export function endSlowSenders(fastify: FastifyInstance, metrics: Metrics, limits = LIMITS): void {
  const sendings = new Map<IncomingMessage, Sending>();
  const ended = new Counter({
    name: 'parley_slow_senders_cut_total',
    help: 'Connections that were ended because the body of a request came too slowly',
    registers: [metrics.registry],
  });
  fastify.server.on('request', (request: IncomingMessage) => {
    if (hasBody(request)) sendings.set(request, { bytesBefore: request.socket.bytesRead, waitedMs: 0 });
  });
  const look = (): void => {
    for (const [request, sending] of sendings) {
      if (request.complete || request.socket.destroyed) sendings.delete(request);
      else if (isTooSlow(request, sending, limits)) {
        ended.inc();
        request.socket.destroy();
      }
    }
  };
  const timer = setInterval(look, limits.everyMs).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
}

function isTooSlow(request: IncomingMessage, sending: Sending, { graceMs, bytesPerSecond, everyMs }: SlowSenderLimits) {
  const isClientsTurn = request.readableLength === 0 && !request.awaitsContinue;
  if (isClientsTurn) sending.waitedMs += everyMs;
  const bytes = request.socket.bytesRead - sending.bytesBefore;
  return bytes < ((sending.waitedMs - graceMs) / 1_000) * bytesPerSecond;
}
