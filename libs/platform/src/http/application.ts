import cookie from '@fastify/cookie';
import formBody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { parse } from 'fast-querystring';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { DatabasePulse } from '../database/database-pulse';
import { Log } from '../log/log';
import { Metrics } from '../metrics/metrics';
import { passOverAbandoned } from './abandoned-requests';
import { refuseWhileClosing } from './closing';
import { openJsonDoor, withoutHost } from './doors';
import { Draining, endConnectionsWhen } from './draining';
import { addEnvelope } from './envelope';
import { ErrorsFilter, malformed } from './errors.filter';
import { followOrigins } from './origin';
import { takesFile } from './incoming-file';
import { encodePathRest } from './path-rest';
import { refuseUnderPressure } from './pressure';
import { logRequests } from './request-log';
import { Routes } from './routes';
import { boundSlowReaders } from './slow-readers';
import { hearBodiesOut } from './unread-bodies';
import { answerUnreadableRequest } from './unreadable-requests';
import { refuseWithoutDatabase } from './without-database';

/** A form with 20,000 ids or the longest message, percent-encoded, fits well. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** A file's name of 255 bytes, or the fragment of a navigation view of 1,000 characters, percent-encoded. */
const MAX_PATH_PARAMETER = 12_000;
/** The 5,000 ids that a fetch of messages takes, in a query string, percent-encoded. */
const MAX_HEADER_BYTES = 96 * 1024;
const MAX_FORM_FIELDS = 200;
/** A connection on which nothing moves for so long is cut. Who waits for events hears something every 90 s. */
const SILENCE_MS = 150_000;

/** Fastify as every program here has it; `prepareHttp` does the rest. */
export function createAdapter(config: Pick<Config, 'trustedProxies'>): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
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
  routes.watch(fastify);
  await acceptForms(fastify);
  await fastify.register(cookie, { hook: false }); // parsed where it is needed
  addEnvelope(fastify);
  logRequests(fastify, log, app.get(Metrics));
  refuseWhileClosing(fastify);
  hearBodiesOut(fastify);
  endConnectionsWhen(app.get(Draining), fastify);
  refuseWithoutDatabase(fastify, app.get(DatabasePulse));
  refuseUnderPressure(fastify, app.get(Metrics));
  passOverAbandoned(fastify);
  boundSlowReaders(fastify, app.get(Metrics));
  followOrigins(fastify);
  app.useGlobalFilters(new ErrorsFilter(log, routes));
}

/**
 * Form, multipart and query string on every method; a body of another kind is read and counts as empty. The form of an
 * operation that takes a file is left for it to read: it may be long, and first the guards decide.
 */
async function acceptForms(fastify: FastifyInstance): Promise<void> {
  fastify.addHttpMethod('GET', { hasBody: true, overrideExisting: true } as never);
  fastify.removeAllContentTypeParsers();
  await fastify.register(formBody, { parser: fieldsIn });
  await fastify.register(multipart, {
    limits: { fields: MAX_FORM_FIELDS, fieldSize: MAX_BODY_BYTES, parts: MAX_FORM_FIELDS },
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
  fastify.addHook('preValidation', async (request) => {
    if (request.isMultipart() && !takesFile(request)) request.body = await fieldsOf(request).catch(blameTheRequest);
  });
}

/** Hundreds of thousands of fields take half a second to take apart, before it is known whose they are. */
function fieldsIn(form: string): Record<string, unknown> {
  let fields = 1;
  for (let at = form.indexOf('&'); at >= 0; at = form.indexOf('&', at + 1)) fields++;
  if (fields > MAX_FORM_FIELDS) throw Object.assign(new Error('The form has too many fields'), { statusCode: 400 });
  return parse(form);
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for await (const part of request.parts()) {
    if (part.type === 'file') part.file.resume();
    else fields[part.fieldname] = String(part.value);
  }
  return fields;
}

/** What the parser of multipart forms throws for a broken one is nothing but an error. */
function blameTheRequest(cause: Error & { statusCode?: number }): never {
  throw Object.assign(new Error('The form cannot be read', { cause }), { statusCode: cause.statusCode ?? 400 });
}
