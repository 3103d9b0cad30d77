import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from '../../config/loopback';

/** What proxies add. */
const OF_PROXIES = /^(x-forwarded-.*|forwarded|via|x-real-ip)$/;

/**
 * Whether a program on this machine requests this machine. Requests through a proxy do not count, even if the proxy
 * runs here and is not trusted. Requests of another site's page in a local browser do not count either: `Origin` shows
 * them, or `Host` contains another name (DNS rebinding).
 */
export function isLocalRequest({ socket, ip, headers }: Pick<FastifyRequest, 'socket' | 'ip' | 'headers'>): boolean {
  if (Object.keys(headers).some((name) => OF_PROXIES.test(name))) return false;
  if (!isLocal(`http://${headers.host ?? ''}`)) return false;
  if (headers.origin !== undefined && !isLocal(headers.origin)) return false;
  return isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackAddress(ip);
}

const isLocal = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
