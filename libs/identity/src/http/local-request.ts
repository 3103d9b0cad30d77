import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/**
 * Whether whoever asks is on this machine. What came through a proxy is not, even when the proxy is here and nobody
 * told the server to trust it.
 */
export function comesFromThisMachine({
  socket,
  ip,
  headers,
}: Pick<FastifyRequest, 'socket' | 'ip' | 'headers'>): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '') && LOOPBACK.test(ip);
}
