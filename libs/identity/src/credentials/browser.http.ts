import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import type { Browser } from './sessions.service';

/** The data about the caller's browser that the list of sessions shows. */
export const browserOf = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers['user-agent'] ?? '',
  address: isIP(ip) ? ip : null,
});
