import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { DatabasePing } from '../database/connections/database-ping';
import { Log } from '../log/log';
import { Metrics } from '../metrics/metrics';
import {
  HEADERS_TIMEOUT_MS,
  MAX_HEADER_BYTES,
  MAX_PATH_PARAMETER,
  REQUEST_TIMEOUT_MS,
  SILENCE_MS,
} from './bodies/body-limits';
import { skipAbandonedRequests } from './admission/abandoned-requests';
import { answerInTurn } from './admission/pipelines';
import { refuseWhileClosing } from './closing';
import { withApiPrefix, withoutHost } from './api-prefixes';
import { Draining, endConnectionsWhen } from './draining';
import { addEnvelope } from './responses/envelope';
import { ErrorsFilter, malformed } from './responses/errors.filter';
import { forbidSniffing, refuseTwoHosts } from './responses/every-response';
import { boundQueries } from './bodies/forms';
import { endTurnsWithResponses } from './admission/heavy-requests';
import { followOrigins } from './authentication/origin';
import { encodePathRest } from './path-rest';
import { admissionLimits, refuseUnderPressure } from './admission/pressure';
import { logRequests } from './request-log';
import { leaveBodiesUnread } from './bodies/request-body';
import { Routes } from './routes';
import { FastPaths } from './fast-paths';
import { boundSlowReaders } from './admission/slow-readers';
import { endSlowSenders } from './admission/slow-senders';
import { dropUnreadBodies } from './bodies/unread-bodies';
import { answerUnreadableRequest } from './bodies/unreadable-requests';
import { refuseWithoutDatabase } from './responses/without-database';

/** Fastify as every program here has it; `prepareHttp` does the rest. */
export function createAdapter(config: Pick<Config, 'trustedProxies'>): FastifyAdapter {
  return new FastifyAdapter({
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    rewriteUrl: (request: IncomingMessage) => encodePathRest(withApiPrefix(withoutHost(request))),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // `refuseWhileClosing` does so
    clientErrorHandler: answerUnreadableRequest,
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
      void reply.status(400).send(malformed()),
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER, ignoreTrailingSlash: true },
  });
}

/**
 * What every route of the server shares. To be called on the created application, before it is initialised.
 * @param patience so many times as late as usual may the event loop be before requests are refused
 */
export async function prepareHttp(app: NestFastifyApplication, patience = 1): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const routes = app.get(Routes);
  const log = app.get(Log);
  const metrics = app.get(Metrics);
  routes.watch(fastify);
  answerInTurn(fastify.server, app.get(FastPaths));
  forbidSniffing(fastify);
  refuseTwoHosts(fastify);
  leaveBodiesUnread(fastify, metrics);
  boundQueries(fastify);
  endTurnsWithResponses(fastify);
  await fastify.register(multipart); // for forms with a file
  await fastify.register(cookie, { hook: false }); // parsed where it is needed
  addEnvelope(fastify);
  logRequests(fastify, log, metrics);
  refuseWhileClosing(fastify);
  dropUnreadBodies(fastify);
  endSlowSenders(fastify, metrics);
  endConnectionsWhen(app.get(Draining), fastify);
  refuseWithoutDatabase(fastify, app.get(DatabasePing));
  refuseUnderPressure(fastify, metrics, admissionLimits(patience));
  skipAbandonedRequests(fastify);
  boundSlowReaders(fastify, metrics);
  followOrigins(fastify);
  app.useGlobalFilters(new ErrorsFilter(log, routes));
}
