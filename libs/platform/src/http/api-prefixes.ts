import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

const API_PREFIX = '/api/v1/';
const JSON_PREFIX = '/json/';

/** A session already names the user: only the password is asked for. */
const IS_ONLY_THERE = /^\/json\/fetch_api_key\/?(\?|$)/;

const WHOLE_ADDRESS = /^https?:\/\/[^/?#]*\/?/i;

/** `GET http://chat.example.org/api/v1/users` is what proxies are sent; every server must take it, as the path alone. */
export function withoutHost(request: IncomingMessage & { originalUrl?: string }): IncomingMessage {
  if (!request.url?.startsWith('/')) request.url = request.originalUrl = request.url?.replace(WHOLE_ADDRESS, '/');
  return request;
}

/**
 * Every operation has two prefixes: /api/v1/... for credentials, and /json/... for browser sessions. The second is the first
 * under another name, so that no operation can lack it or do something else there.
 */
export function withApiPrefix({ url = '' }: IncomingMessage): string {
  if (!url.startsWith(JSON_PREFIX) || IS_ONLY_THERE.test(url)) return url;
  return API_PREFIX + url.slice(JSON_PREFIX.length);
}

/** Whether a request uses the prefix for browser sessions. */
export const hasJsonPrefix = ({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): boolean =>
  originalUrl.startsWith(JSON_PREFIX);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request by this method may change something. */
export const isWriting = ({ method }: Pick<FastifyRequest, 'method'>): boolean => !SAFE_METHODS.has(method);
