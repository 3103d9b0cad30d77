import { DomainError, ErrorCode } from '@app/kernel';
import { ArgumentsHost, Catch, ExceptionFilter, HttpException, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, isDatabaseTooBusy } from '../../database/connections/availability';
import { LockIsContended } from '../../database/transactions/lock-queue';
import { isStorageUnavailable } from '../../files/availability';
import { Log } from '../../log/log';
import { hasJsonPrefix } from '../api-prefixes';
import { errorPage, maintenancePage, wantsPage } from '../pages/error-page';
import { sendPage } from '../pages/page';
import { ServerIsBusy } from '../admission/pressure';
import type { Routes } from '../routes';

/** Users read the page. Programs retry sooner, because another node may answer. */
const PAGE_RETRY_SECONDS = 30;

interface ErrorResponse {
  status: number;
  body: { result: 'error'; msg: string; code?: ErrorCode } & Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The authentication scheme and realm of the answer, by API prefix. */
const CHALLENGE = 'Basic realm="zulip"';
const CHALLENGE_OF_JSON = 'Session realm="zulip"';

/** Turns exceptions into the documented error answers. Internal errors are logged, and the client gets no details. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    private readonly routes: Routes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  respond(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent || isCutOff(error, reply)) return;
    const { status, body, headers = {} } = this.responseTo(error, request);
    if (!wantsPage(request)) return void reply.status(status).headers(headers).send(body);
    const { 'www-authenticate': _challenge, ...others } = headers; // a browser would ask for an API key
    if (isMaintenance(error))
      return sendPage(reply.header('retry-after', PAGE_RETRY_SECONDS), status, maintenancePage());
    sendPage(reply.headers(others), status, errorPage(status, body.msg));
  }

  private responseTo(error: unknown, request: FastifyRequest): ErrorResponse {
    if (error instanceof DomainError)
      return domainErrorResponse(error, hasJsonPrefix(request) ? CHALLENGE_OF_JSON : CHALLENGE);
    const status = statusOf(error);
    if (status === 404) return this.notFound(request);
    if (status === 503) return notReady(error instanceof ServerIsBusy ? error.retryAfterSeconds : 1);
    if (status >= 400 && status < 500) return failure(400, requestFault(status), 'BAD_REQUEST');
    const facts = { requestId: request.id, route: request.routeOptions?.url, error };
    if (isDatabaseUnavailable(error)) {
      this.log.warn('the database is away', facts);
      return notReady();
    }
    if (error instanceof LockIsContended) {
      this.log.warn('too much waits for a lock', facts);
      return notReady(new ServerIsBusy().retryAfterSeconds);
    }
    if (isDatabaseTooBusy(error)) {
      this.log.error('the database took too long', facts);
      return notReady(new ServerIsBusy().retryAfterSeconds);
    }
    if (isStorageUnavailable(error)) {
      this.log.error('files cannot be kept', facts);
      return withoutRoom();
    }
    this.log.error('request failed', facts);
    return failure(500, 'Internal server error');
  }

  private notFound(request: FastifyRequest): ErrorResponse {
    const [path = ''] = request.url.split('?', 1);
    const allowed = this.routes.methodsOf(path);
    if (allowed.length === 0) return failure(404, 'Not found', 'BAD_REQUEST');
    const response = failure(405, 'Method Not Allowed', 'BAD_REQUEST', { allow: allowed.join(', ') });
    return { ...response, body: { ...response.body, allowed_methods: allowed } };
  }
}

/** The client hung up while its answer was sent: Fastify then ends the stream of the answer, and reports that end as an error. */
const isCutOff = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';

const isMaintenance = (error: unknown): boolean =>
  error instanceof ServiceUnavailableException || isDatabaseUnavailable(error);

/** The client should retry, at this node or at another. */
const notReady = (seconds = 1): ErrorResponse =>
  failure(503, 'The server is not ready.', 'SERVER_NOT_READY', { 'retry-after': String(seconds) });

/** Space is made by administrators: a client need not send the file again within the minute. */
const withoutRoom = (): ErrorResponse =>
  failure(503, 'The server cannot keep files at the moment.', 'SERVER_NOT_READY', { 'retry-after': '60' });

function domainErrorResponse(error: DomainError, challenge: string): ErrorResponse {
  const response = failure(error.status, error.message, error.code);
  const headers: Record<string, string> = {};
  if (error.code === 'UNAUTHORIZED') headers['www-authenticate'] = challenge;
  if (error.code === 'RATE_LIMIT_HIT') headers['retry-after'] = String(Math.ceil(Number(error.extra['retry-after'])));
  return { status: response.status, body: { ...response.body, ...error.extra }, headers };
}

function failure(status: number, msg: string, code?: ErrorCode, headers?: Record<string, string>): ErrorResponse {
  return { status, body: { result: 'error', msg, ...(code ? { code } : {}) }, headers };
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}

/** The answer to what is no request at all, such as a path with a broken escape. */
export const malformed = () => failure(400, requestFault(400), 'BAD_REQUEST').body;

/** Faults that Fastify finds before an operation is reached. */
function requestFault(status: number): string {
  return status === 413 ? 'The request is too large' : 'The request is malformed';
}
