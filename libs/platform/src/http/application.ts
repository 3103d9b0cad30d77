import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { DatabasePulse } from '../database/database-pulse';
import { Log } from '../log/log';
import { Metrics } from '../metrics/metrics';
import {
  HEADERS_TIMEOUT_MS,
  MAX_HEADER_BYTES,
  MAX_PATH_PARAMETER,
  REQUEST_TIMEOUT_MS,
  SILENCE_MS,
} from './body-limits';
import { passOverAbandoned } from './abandoned-requests';
import { refuseWhileClosing } from './closing';
import { openJsonDoor, withoutHost } from './doors';
import { Draining, endConnectionsWhen } from './draining';
import { addEnvelope } from './envelope';
import { ErrorsFilter, malformed } from './errors.filter';
import { forbidSniffing, refuseTwoHosts } from './every-answer';
import { boundQueries } from './forms';
import { endTurnsWithAnswers } from './heavy-requests';
import { followOrigins } from './origin';
import { encodePathRest } from './path-rest';
import { refuseUnderPressure } from './pressure';
import { logRequests } from './request-log';
import { leaveBodiesUnread } from './request-body';
import { Routes } from './routes';
import { boundSlowReaders } from './slow-readers';
import { endSlowSenders } from './slow-senders';
import { dropUnreadBodies } from './unread-bodies';
import { answerUnreadableRequest } from './unreadable-requests';
import { refuseWithoutDatabase } from './without-database';

/** Fastify as every program here has it; `prepareHttp` does the rest. */
export function createAdapter(config: Pick<Config, 'trustedProxies'>): FastifyAdapter {
  return new FastifyAdapter({
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    rewriteUrl: (request: IncomingMessage) => encodePathRest(openJsonDoor(withoutHost(request))),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // `refuseWhileClosing` does so
    clientErrorHandler: answerUnreadableRequest,
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
      void reply.status(400).send(malformed()),
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER, ignoreTrailingSlash: true },
  });
}

/** What every route of the server shares. To be called on the created application, before it is initialised. */
export async function prepareHttp(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const routes = app.get(Routes);
  const log = app.get(Log);
  const metrics = app.get(Metrics);
  routes.watch(fastify);
  forbidSniffing(fastify);
  refuseTwoHosts(fastify);
  leaveBodiesUnread(fastify, metrics);
  boundQueries(fastify);
  endTurnsWithAnswers(fastify);
  await fastify.register(multipart); // for forms with a file
  await fastify.register(cookie, { hook: false }); // parsed where it is needed
  addEnvelope(fastify);
  logRequests(fastify, log, metrics);
  refuseWhileClosing(fastify);
  dropUnreadBodies(fastify);
  endSlowSenders(fastify, metrics);
  endConnectionsWhen(app.get(Draining), fastify);
  refuseWithoutDatabase(fastify, app.get(DatabasePulse));
  refuseUnderPressure(fastify, metrics);
  passOverAbandoned(fastify);
  boundSlowReaders(fastify, metrics);
  followOrigins(fastify);
  app.useGlobalFilters(new ErrorsFilter(log, routes));
}
