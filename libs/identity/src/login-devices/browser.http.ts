import { cookieOf } from '@app/platform';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import type { Browser } from '../credentials/sessions.service';

/** Names the browser across logins. It opens nothing: a login from a browser without it is mailed to the user. */
export const DEVICE_COOKIE = 'known_device';

/** The data about the caller's browser that the list of sessions shows. */
export const browserOf = (request: FastifyRequest): Browser => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: isIP(request.ip) ? request.ip : null,
  device: cookieOf(request, DEVICE_COOKIE),
});
