import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Log } from '../log/log';
import { Metrics } from '../metrics/metrics';
import { hostsIn } from './responses/every-response';

/**
 * Takes a request before the framework sees it, or leaves it to the framework with `false`.
 * @param headers those of every answer, as a flat list; the fast path adds its own
 */
type FastPath = (request: IncomingMessage, response: ServerResponse, headers: string[]) => boolean;

/**
 * Routes whose usual case is answered without hooks, guards and parsers, because they are asked for much more often than all
 * others. A fast path declines whatever is not the usual case.
 */
@Injectable()
export class FastPaths {
  private readonly fastPaths: { route: string; fastPath: FastPath }[] = [];

  constructor(
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** @param route the path, for GET; measured like any other route */
  add(route: string, fastPath: FastPath): void {
    this.fastPaths.push({ route, fastPath });
  }

  /** Whether a fast path has taken the request. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !isPlain(request)) return false;
    for (const { route, fastPath } of this.fastPaths) {
      if (!isFor(route, request.url!)) continue;
      const began = performance.now();
      const requestId = randomUUID();
      if (!this.isTaken(fastPath, request, response, requestId)) return false;
      response.once('close', () => {
        const milliseconds = Math.round((performance.now() - began) * 10) / 10;
        const told = { method: 'GET', route, status: response.statusCode };
        this.metrics.requests.observe(told, milliseconds / 1_000);
        this.log.debug('request', { requestId, ...told, milliseconds });
      });
      return true;
    }
    return false;
  }

  /** After an error the framework takes the request, and answers as to any error. */
  private isTaken(fastPath: FastPath, request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    try {
      return fastPath(request, response, ['x-content-type-options', 'nosniff', 'x-request-id', requestId]);
    } catch (error) {
      this.log.error('a fast path failed', { requestId, error });
      return response.headersSent;
    }
  }
}

const isFor = (route: string, url: string): boolean => url.startsWith(route) && url[route.length] === '?';

/** One host, no body, and nothing that a proxy says of another host. */
function isPlain(request: IncomingMessage): boolean {
  const { headers, httpVersion } = request;
  if (httpVersion !== '1.1' || headers.host === undefined || headers['x-forwarded-host'] !== undefined) return false;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  return hostsIn(request) === 1;
}
