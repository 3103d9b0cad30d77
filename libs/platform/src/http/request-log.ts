import type { FastifyInstance } from 'fastify';
import { Log } from '../log/log';
import { Metrics } from '../metrics/metrics';

/** One line and one measurement a request: route patterns instead of paths, since a path or query may hold content. */
export function logRequests(fastify: FastifyInstance, log: Log, metrics: Metrics): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, milliseconds / 1000);
    log.debug('request', {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      milliseconds,
      user: request.actor?.userId,
    });
    done();
  });
}
