import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import type { Browser } from './sessions.service';

/** What the list of sessions shows of the caller's browser. */
export const browserOf = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers['user-agent'] ?? '',
  address: isIP(ip) ? ip : null,
});
